//! Attributes of functions, parameters and results.
//!
//! Source: the LLVM Language Reference, "Parameter Attributes" and "Function Attributes", of LLVM 14 to 22. Attributes say nothing that an analysis here uses; they are
//! read so that what LLVM refuses is refused.

use std::ops::Range;

use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::syntax::Type;

/// What follows the name of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Nothing.
    Plain,
    /// `align 8` or `align(8)`.
    Alignment,
    /// `(8)`; in groups `=8`.
    Number,
    /// `(type)`.
    Type,
    /// `(...)` of a syntax of its own.
    Other,
    /// The same, or nothing.
    Optional,
}

/// What types of values may have an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// All.
    Any,
    /// Integers.
    Integer,
    /// Pointers.
    Pointer,
    /// Pointers and vectors of them.
    Pointers,
    /// Floating point numbers, alone or in arrays and vectors.
    Float,
}

/// An attribute that LLVM knows.
#[derive(Debug, PartialEq)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// Where it may stand: [`FUNCTION`], [`PARAMETER`], [`RESULT`].
    places: u8,
    form: Form,
    /// What types of values may have it.
    pub needs: Needs,
}

const FUNCTION: u8 = 1;
const PARAMETER: u8 = 2;
const RESULT: u8 = 4;

/// An attribute of a parameter or a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// What it is.
    pub fact: &'static Fact,
    /// Its type, if it has one.
    pub ty: Option<Type>,
    /// The number of the parameter; none for the result.
    pub position: Option<u32>,
    /// Where it stands.
    pub at: Range<u32>,
}

const fn of(name: &'static str, places: u8, form: Form, needs: Needs) -> Fact {
    Fact { name, places, form, needs }
}

const fn plain(name: &'static str, places: u8, needs: Needs) -> Fact {
    of(name, places, Form::Plain, needs)
}

/// Attributes of parameters and results; some are of functions, too.
static VALUES: &[Fact] = &[
    of("align", PARAMETER | RESULT, Form::Alignment, Needs::Pointers),
    of("alignstack", FUNCTION | PARAMETER, Form::Number, Needs::Any),
    plain("allocalign", PARAMETER, Needs::Integer),
    plain("allocptr", PARAMETER, Needs::Pointer),
    of("byref", PARAMETER, Form::Type, Needs::Pointer),
    of("byval", PARAMETER, Form::Type, Needs::Pointer),
    of("captures", PARAMETER, Form::Other, Needs::Pointers),
    of("dead_on_return", PARAMETER, Form::Optional, Needs::Pointer),
    plain("dead_on_unwind", PARAMETER, Needs::Pointer),
    of("dereferenceable", PARAMETER | RESULT, Form::Number, Needs::Pointer),
    of("dereferenceable_or_null", PARAMETER | RESULT, Form::Number, Needs::Pointer),
    of("elementtype", PARAMETER, Form::Type, Needs::Pointer),
    plain("immarg", PARAMETER, Needs::Any),
    of("inalloca", PARAMETER, Form::Type, Needs::Pointer),
    of("initializes", PARAMETER, Form::Other, Needs::Pointer),
    plain("inreg", PARAMETER | RESULT, Needs::Any),
    plain("nest", PARAMETER, Needs::Pointer),
    plain("noalias", PARAMETER | RESULT, Needs::Pointers),
    plain("nocapture", PARAMETER, Needs::Pointers),
    plain("noext", PARAMETER | RESULT, Needs::Integer),
    of("nofpclass", PARAMETER | RESULT, Form::Other, Needs::Float),
    plain("nofree", FUNCTION | PARAMETER, Needs::Pointers),
    plain("nonnull", PARAMETER | RESULT, Needs::Pointers),
    plain("noundef", PARAMETER | RESULT, Needs::Any),
    of("preallocated", FUNCTION | PARAMETER, Form::Type, Needs::Pointer),
    of("range", PARAMETER | RESULT, Form::Other, Needs::Any),
    plain("readnone", FUNCTION | PARAMETER, Needs::Pointers),
    plain("readonly", FUNCTION | PARAMETER, Needs::Pointers),
    plain("returned", PARAMETER, Needs::Any),
    plain("signext", PARAMETER | RESULT, Needs::Integer),
    of("sret", PARAMETER, Form::Type, Needs::Pointer),
    plain("swiftasync", PARAMETER, Needs::Pointer),
    plain("swifterror", PARAMETER, Needs::Pointer),
    plain("swiftself", PARAMETER, Needs::Any),
    plain("writable", PARAMETER, Needs::Pointer),
    plain("writeonly", FUNCTION | PARAMETER, Needs::Pointers),
    plain("zeroext", PARAMETER | RESULT, Needs::Integer),
];

/// Attributes of functions alone that are one word.
const FUNCTION_WORDS: &[&str] = &[
    "alwaysinline",
    "argmemonly",
    "builtin",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "disable_sanitizer_instrumentation",
    "flatten",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "inaccessiblemem_or_argmemonly",
    "inaccessiblememonly",
    "inlinehint",
    "jumptable",
    "minsize",
    "mustprogress",
    "naked",
    "nobuiltin",
    "nocallback",
    "nocf_check",
    "nocreateundeforpoison",
    "nodivergencesource",
    "noduplicate",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "nonlazybind",
    "nooutline",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "presplitcoroutine",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_alloc_token",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "willreturn",
];

/// Attributes of functions alone with something in parentheses behind them.
static FUNCTION_FORMS: &[Fact] = &[
    of("allockind", FUNCTION, Form::Other, Needs::Any),
    of("allocsize", FUNCTION, Form::Other, Needs::Any),
    of("denormal_fpenv", FUNCTION, Form::Other, Needs::Any),
    of("memory", FUNCTION, Form::Other, Needs::Any),
    of("uwtable", FUNCTION, Form::Optional, Needs::Any),
    of("vscale_range", FUNCTION, Form::Other, Needs::Any),
];

fn form_of(word: &str) -> Option<(&'static Fact, bool)> {
    let find = |facts: &'static [Fact]| facts.iter().find(|fact| fact.name == word);
    find(VALUES)
        .map(|fact| (fact, fact.places & FUNCTION != 0))
        .or_else(|| find(FUNCTION_FORMS).map(|fact| (fact, true)))
}

/// Pairs that exclude each other on one function.
const EXCLUSIVE: &[(&str, &str)] = &[
    ("noinline", "alwaysinline"),
    ("optnone", "optsize"),
    ("optnone", "minsize"),
    ("readnone", "readonly"),
    ("readnone", "writeonly"),
    ("readonly", "writeonly"),
    ("readnone", "argmemonly"),
    ("readnone", "inaccessiblememonly"),
    ("readnone", "inaccessiblemem_or_argmemonly"),
];

/// The attributes of a function, a call or a group: words, and numbers of groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionAttributes<'t> {
    pub(crate) words: Vec<&'t str>,
    pub(crate) groups: Vec<u32>,
}

impl FunctionAttributes<'_> {
    /// Two of them that exclude each other, or one that needs another.
    pub(crate) fn conflict(&self) -> Option<String> {
        let has = |word: &str| self.words.contains(&word);
        if let Some((one, other)) = EXCLUSIVE.iter().find(|(one, other)| has(one) && has(other)) {
            return Some(format!("the attributes `{one}` and `{other}` exclude each other"));
        }
        (has("optnone") && !has("noinline")).then(|| "the attribute `optnone` needs `noinline`".to_owned())
    }
}

impl<'t> Parser<'t> {
    /// Attributes between a parameter's type and its value: `noundef align 8 dereferenceable(8) sret(%struct.s)`. Those that every type may have are left out.
    pub(crate) fn parameter_attributes(&mut self) -> Parsed<Vec<Attribute>> {
        self.value_attributes(PARAMETER)
    }

    /// Attributes before the type of a result.
    pub(crate) fn result_attributes(&mut self) -> Parsed<Vec<Attribute>> {
        self.value_attributes(RESULT)
    }

    /// `"name"="value"`, or a name alone.
    fn string_attribute(&mut self) -> Parsed<()> {
        let at = self.here();
        let name = self.text()?;
        let value = if self.take(b'=') { self.text()? } else { "" };
        let is_known = match name {
            "frame-pointer" => matches!(value, "all" | "non-leaf" | "none" | "reserved" | "non-leaf-no-reserve"),
            "patchable-function-prefix" | "patchable-function-entry" | "warn-stack-size" => {
                value.parse::<u32>().is_ok()
            }
            _ => true,
        };
        if is_known {
            return Ok(());
        }
        Err(self.wrong("bad-attribute", self.since(&at), format!("the attribute `{name}` has no value `{value}`")))
    }

    fn value_attributes(&mut self, place: u8) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::new();
        loop {
            let at = self.here();
            match self.peek() {
                Token::Word(word) => {
                    let fact = VALUES.iter().find(|fact| fact.name == word);
                    let Some(fact) = fact.filter(|fact| fact.places & place != 0) else {
                        let is_known = fact.is_some() || FUNCTION_WORDS.contains(&word) || form_of(word).is_some();
                        if is_known && !(place == RESULT && word == "align") {
                            let of = if place == PARAMETER { "parameters" } else { "results" };
                            let message = format!("`{word}` is no attribute of {of}");
                            return Err(self.wrong("bad-attribute", at, message));
                        }
                        return Ok(attributes);
                    };
                    self.advance();
                    let ty = self.attribute_form(fact)?;
                    if fact.needs != Needs::Any || ty.is_some() {
                        attributes.push(Attribute { fact, ty, position: None, at: self.since(&at) });
                    }
                }
                Token::Text(_) => {
                    self.string_attribute()?;
                }
                _ => return Ok(attributes),
            }
        }
    }

    /// What follows the name of an attribute outside of groups.
    fn attribute_form(&mut self, fact: &Fact) -> Parsed<Option<Type>> {
        match fact.form {
            Form::Plain => {}
            Form::Alignment => {
                let in_parentheses = self.take(b'(');
                self.alignment()?;
                if in_parentheses {
                    self.expect(b')')?;
                }
            }
            Form::Number => {
                self.expect(b'(')?;
                let at = self.here();
                if self.unsigned(64)? == 0 {
                    return Err(self.wrong("bad-attribute", at, format!("`{}` needs a number above 0", fact.name)));
                }
                self.expect(b')')?;
            }
            Form::Type => {
                self.expect(b'(')?;
                let ty = self.value_type()?;
                self.expect(b')')?;
                return Ok(Some(ty));
            }
            Form::Other => self.skip_parentheses()?,
            Form::Optional if self.is(b'(') => self.skip_parentheses()?,
            Form::Optional => {}
        }
        Ok(None)
    }

    /// Attributes of a function or a call: words, strings and groups.
    pub(crate) fn function_attributes(&mut self) -> Parsed<FunctionAttributes<'t>> {
        let mut attributes = FunctionAttributes::default();
        loop {
            let at = self.here();
            match self.peek() {
                Token::Attributes(number) => {
                    self.advance();
                    attributes.groups.extend(number.parse::<u32>().ok());
                }
                Token::Text(_) => {
                    self.string_attribute()?;
                }
                Token::Word(word) if FUNCTION_WORDS.contains(&word) => {
                    self.advance();
                    attributes.words.push(word);
                }
                // The alignment of a function, or of a variable, may stand among its attributes.
                Token::Word("align") => {
                    self.advance();
                    self.alignment()?;
                }
                Token::Word(word) => match form_of(word) {
                    Some((fact, true)) => {
                        self.advance();
                        self.attribute_form(fact)?;
                        attributes.words.push(word);
                    }
                    Some((_, false)) => {
                        let message = format!("`{word}` is no attribute of functions");
                        return Err(self.wrong("bad-attribute", at, message));
                    }
                    None => return Ok(attributes),
                },
                _ => return Ok(attributes),
            }
        }
    }

    /// The words of `attributes #0 = { ... }`, from the brace on.
    pub(crate) fn attribute_group(&mut self) -> Parsed<Vec<&'t str>> {
        self.expect(b'{')?;
        if self.is(b'}') {
            return Err(self.unexpected("an attribute"));
        }
        let mut words = Vec::new();
        while !self.take(b'}') {
            let at = self.here();
            match self.peek() {
                Token::Text(_) => {
                    self.string_attribute()?;
                }
                Token::Attributes(_) => {
                    return Err(self.wrong("bad-attribute", at, "a group of attributes refers to no other group"));
                }
                Token::Word(word) => {
                    let form = form_of(word);
                    if !FUNCTION_WORDS.contains(&word) && word != "align" && !matches!(form, Some((_, true))) {
                        let message = format!("`{word}` is no attribute of functions");
                        return Err(self.wrong("bad-attribute", at, message));
                    }
                    self.advance();
                    match form {
                        Some(_) if self.take(b'=') => {
                            self.unsigned(64)?;
                        }
                        Some((fact, _)) => {
                            self.attribute_form(fact)?;
                        }
                        None => {}
                    }
                    words.push(word);
                }
                _ => return Err(self.unexpected("an attribute or `}`")),
            }
        }
        Ok(words)
    }
}
