//! `#[derive(Words)]`: the names, the fields and the doc comments of a type, for `kit::declared`; and
//! `#[derive(Declared)]`, the keys of a page, in `page.rs`.
//!
//! What is told of a field goes by its type. Where it goes by other words than those, the field says
//! so: `#[told("who")]`, `#[told("attacker lost, defender lost")]`, and `#[told("")]` if nothing of
//! it is told. A variant whose name is not in small letters says that as well:
//! `#[told("Napoleon came")]`.

mod page;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Code;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Fields, Lit, LitStr, parse_macro_input};

/// Derives `kit::declared::Words`.
#[proc_macro_derive(Words, attributes(told))]
pub fn words(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Derives `kit::page::Declared`.
#[proc_macro_derive(Declared, attributes(declared))]
pub fn declared(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    page::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn derive(input: &DeriveInput) -> Result<Code, Error> {
    let variants = match &input.data {
        Data::Enum(data) => {
            let one = |variant: &syn::Variant| {
                let name = match told(&variant.attrs)? {
                    Some(told) => told.value(),
                    None => spaced(&variant.ident.to_string()),
                };
                variant_of(&name, &variant.attrs, &variant.fields)
            };
            data.variants.iter().map(one).collect::<Result<Vec<_>, Error>>()?
        }
        Data::Struct(data) => vec![variant_of("", &input.attrs, &data.fields)?],
        Data::Union(_) => return Err(Error::new_spanned(input, "a union has no words")),
    };
    // What chooses between variants is told by the name of the chosen one; a struct by its fields.
    let itself = matches!(input.data, Data::Enum(_));
    let name = &input.ident;
    Ok(quote! {
        impl ::kit::declared::Words for #name {
            const VARIANTS: &'static [::kit::declared::Variant] = &[#(#variants),*];
            const ITSELF: bool = #itself;
        }
    })
}

fn variant_of(name: &str, attributes: &[Attribute], fields: &Fields) -> Result<Code, Error> {
    let one = |field: &syn::Field| {
        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        let (doc, of) = (doc(&field.attrs), &field.ty);
        let words = match told(&field.attrs)? {
            Some(told) => quote!(|_| ::kit::declared::listed(#told)),
            None => quote!(<#of as ::kit::declared::Words>::words),
        };
        Ok(quote!(::kit::declared::Field { name: #name, doc: #doc, words: #words }))
    };
    let fields = fields.iter().map(one).collect::<Result<Vec<_>, Error>>()?;
    let doc = doc(attributes);
    Ok(quote!(::kit::declared::Variant { name: #name, doc: #doc, fields: &[#(#fields),*] }))
}

/// What `#[told("...")]` says.
fn told(attributes: &[Attribute]) -> Result<Option<LitStr>, Error> {
    let found = attributes.iter().find(|attribute| attribute.path().is_ident("told"));
    found.map(Attribute::parse_args).transpose()
}

/// A doc comment on one line.
fn doc(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| {
        let pair = attribute.meta.require_name_value().ok()?;
        let is_text = pair.path.is_ident("doc");
        match &pair.value {
            Expr::Lit(lit) if is_text => match &lit.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        }
    };
    attributes.iter().filter_map(line).collect::<Vec<_>>().join(" ")
}

/// `TakenUp` as `taken up`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for (at, letter) in name.chars().enumerate() {
        if at > 0 && letter.is_uppercase() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
