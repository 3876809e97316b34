//! `#[derive(Declared)]`: the keys of a page, from the type that reads it, for `kit::page`.
//!
//! What the type of a field does not say stands in an attribute, `#[declared(...)]`:
//!
//! - `"power"`: a name of this sort, in place of a text
//! - `0..=9`: a whole number within these bounds
//! - `true`: this word alone; `words = WORDS`: one of these
//! - `text`: any text, whatever the type makes of it
//! - `items = 1..=7`: how many a list has; `keys = "side"`: the sort of a map's keys, from outside
//!   to inside
//! - `skip`: the key is declared elsewhere

use crate::doc;
use proc_macro2::{TokenStream as Code, TokenTree};
use quote::{ToTokens, quote};
use std::collections::VecDeque;
use syn::parse::ParseStream;
use syn::{
    Attribute, Data, DeriveInput, Error, Fields, GenericArgument, Ident, LitBool, LitStr,
    PathArguments, Token, Type,
};

pub fn derive(input: &DeriveInput) -> Result<Code, Error> {
    let serde = Serde::of(&input.attrs)?;
    let shape = match (&serde.try_from, &input.data) {
        (Some(from), _) => {
            let from: Type = from.parse()?;
            quote!(<#from as ::kit::page::Declared>::SHAPE)
        }
        (None, Data::Struct(data)) => {
            let keys = keys(&data.fields)?;
            quote!(::kit::page::Shape::Keys(#keys))
        }
        (None, Data::Enum(data)) if data.variants.iter().all(|one| one.fields.is_empty()) => {
            let word = |variant: &syn::Variant| {
                let renamed = Serde::of(&variant.attrs)?.rename;
                renamed.map_or_else(|| serde.word(&variant.ident), Ok)
            };
            let words = data.variants.iter().map(word).collect::<Result<Vec<_>, Error>>()?;
            quote!(::kit::page::Shape::OneOf(&[#(#words),*]))
        }
        (None, Data::Enum(data)) => {
            let forms = data.variants.iter().map(|variant| keys(&variant.fields));
            let forms = forms.collect::<Result<Vec<_>, Error>>()?;
            quote!(::kit::page::Shape::Forms(&[#(#forms),*]))
        }
        (None, Data::Union(_)) => return Err(Error::new_spanned(input, "a union has no keys")),
    };
    let name = &input.ident;
    Ok(quote! {
        impl ::kit::page::Declared for #name {
            const SHAPE: ::kit::page::Shape = #shape;
        }
    })
}

/// The keys of a map, one for each field that is read from it.
fn keys(fields: &Fields) -> Result<Code, Error> {
    let mut keys = vec![];
    for field in fields {
        let (serde, mut declared) = (Serde::of(&field.attrs)?, Attributes::of(&field.attrs)?);
        if serde.skip || declared.skip {
            continue;
        }
        let name = field.ident.as_ref().map(ToString::to_string);
        let name = serde.rename.or(name).unwrap_or_default();
        let needed = !serde.default && part(&field.ty, "Option").is_none();
        let says = doc(&field.attrs);
        let shape = declared.shape(&field.ty)?;
        keys.push(quote! {
            ::kit::page::Key { name: #name, shape: #shape, needed: #needed, says: #says }
        });
    }
    Ok(quote!(&[#(#keys),*]))
}

/// What serde is told of a type, a variant or a field.
#[derive(Default)]
struct Serde {
    rename: Option<String>,
    rename_all: Option<LitStr>,
    try_from: Option<LitStr>,
    default: bool,
    skip: bool,
}

impl Serde {
    fn of(attributes: &[Attribute]) -> Result<Serde, Error> {
        let mut found = Serde::default();
        for attribute in attributes.iter().filter(|one| one.path().is_ident("serde")) {
            attribute.parse_nested_meta(|meta| {
                let value = match meta.input.peek(Token![=]) {
                    true => Some(meta.value()?.parse::<LitStr>()?),
                    false => None,
                };
                let word = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
                match word.as_str() {
                    "rename" => found.rename = value.map(|name| name.value()),
                    "rename_all" => found.rename_all = value,
                    "try_from" => found.try_from = value,
                    "default" => found.default = true,
                    "skip" => found.skip = true,
                    "deny_unknown_fields" | "untagged" => {}
                    _ => return Err(meta.error("it is not known what this means for the keys")),
                }
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// A variant as it is written, if it has no name of its own.
    fn word(&self, variant: &Ident) -> Result<String, Error> {
        let word = variant.to_string();
        match self.rename_all.as_ref().map(|how| (how, how.value())) {
            None => Ok(word),
            Some((_, how)) if how == "lowercase" => Ok(word.to_lowercase()),
            Some((how, _)) => Err(Error::new_spanned(how, "the words would be guessed")),
        }
    }
}

/// What `#[declared(...)]` says of a field.
#[derive(Default)]
struct Attributes {
    /// The shape of what lies innermost, in place of its type's.
    shape: Option<Code>,
    keys: VecDeque<LitStr>,
    items: Option<(Code, Code)>,
    skip: bool,
}

impl Attributes {
    fn of(attributes: &[Attribute]) -> Result<Attributes, Error> {
        let mut found = Attributes::default();
        for attribute in attributes.iter().filter(|one| one.path().is_ident("declared")) {
            attribute.parse_args_with(|input: ParseStream<'_>| {
                while !input.is_empty() {
                    found.one(input)?;
                    if !input.is_empty() {
                        input.parse::<Token![,]>()?;
                    }
                }
                Ok(())
            })?;
        }
        Ok(found)
    }

    fn one(&mut self, input: ParseStream<'_>) -> Result<(), Error> {
        if input.peek(LitStr) {
            let sort: LitStr = input.parse()?;
            self.shape = Some(quote!(::kit::page::Shape::Name(#sort)));
        } else if input.peek(LitBool) {
            let word = input.parse::<LitBool>()?.value.to_string();
            self.shape = Some(quote!(::kit::page::Shape::OneOf(&[#word])));
        } else if input.peek(Ident) && (input.peek2(Token![=]) || !input.peek2(Token![..=])) {
            let word: Ident = input.parse()?;
            if word == "skip" {
                self.skip = true;
            } else if word == "text" {
                self.shape = Some(quote!(::kit::page::Shape::Text));
            } else {
                input.parse::<Token![=]>()?;
                if word == "keys" {
                    self.keys.push_back(input.parse()?);
                } else if word == "items" {
                    self.items = Some(range(input)?);
                } else if word == "words" {
                    let words = bound(input)?;
                    self.shape = Some(quote!(::kit::page::Shape::OneOf(#words)));
                } else {
                    return Err(Error::new_spanned(word, "this can be `keys`, `items` or `words`"));
                }
            }
        } else {
            let (from, to) = range(input)?;
            self.shape = Some(quote!(::kit::page::Shape::Number(#from, #to)));
        }
        Ok(())
    }

    /// The shape of a type; what is not a list or a map says it itself.
    fn shape(&mut self, of: &Type) -> Result<Code, Error> {
        if let Some(within) = part(of, "Option") {
            return self.shape(within);
        }
        if let Some(value) = part(of, "BTreeMap") {
            let sort = self.keys.pop_front();
            let sort = sort.ok_or_else(|| Error::new_spanned(of, "say `keys = \"sort\"`"))?;
            let value = self.shape(value)?;
            return Ok(quote!(::kit::page::Shape::Map(#sort, &#value)));
        }
        let (within, from, to) = match (of, part(of, "Vec"), self.items.take()) {
            (Type::Array(array), ..) => {
                let many = array.len.to_token_stream();
                (&*array.elem, many.clone(), many)
            }
            (_, Some(within), Some((from, to))) => (within, from, to),
            (_, Some(within), None) => (within, quote!(0), quote!(::kit::page::MANY)),
            (_, None, Some(_)) => return Err(Error::new_spanned(of, "this is no list")),
            (_, None, None) => {
                let own = || quote!(<#of as ::kit::page::Declared>::SHAPE);
                return Ok(self.shape.clone().unwrap_or_else(own));
            }
        };
        let within = self.shape(within)?;
        Ok(quote!(::kit::page::Shape::List(&#within, #from, #to)))
    }
}

/// `1..=7`.
fn range(input: ParseStream<'_>) -> Result<(Code, Code), Error> {
    let from = bound(input)?;
    input.parse::<Token![..=]>()?;
    Ok((from, bound(input)?))
}

/// One end of a range. Whether `syn` knows ranges depends on what other crates ask of it.
fn bound(input: ParseStream<'_>) -> Result<Code, Error> {
    let mut bound = Code::new();
    while !input.is_empty() && !input.peek(Token![,]) && !input.peek(Token![..=]) {
        bound.extend([input.parse::<TokenTree>()?]);
    }
    Ok(bound)
}

/// What an `Option` or a `Vec` is of, and what a map leads to: its last parameter.
fn part<'t>(of: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    match &last.arguments {
        PathArguments::AngleBracketed(parts) => match parts.args.last()? {
            GenericArgument::Type(part) => Some(part),
            _ => None,
        },
        _ => None,
    }
}
