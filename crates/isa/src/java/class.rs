//! Objects: the classes of a test, and which objects there are.
//!
//! Source: The Java Language Specification, chapters 8 (classes), 10 (arrays), 12.5 (creation of instances), 15.11 and 15.26 (accesses to fields), 17.4.4 and 17.5.
//!
//! # The design
//!
//! **Values.** A reference is an `int`: 0 is null, and every object that a test can have has a number of its own, known before it runs. An object is named by what makes it: the thread, which
//! `new` of the thread (as the constructors that it calls are written out), and, in a loop, how often that `new` was done before: `Node-0.1`, `Node-0.1.2`. So an object is
//! the same one in all executions that make it, which causality requirements need to compare executions. Numbers, in conditions and outcomes: objects of the beginning
//! (`object Node h;`) are 1, 2 and so on, those that `new` makes 10000 (thread + 1) + 100 site + count, as in 10101.
//!
//! **Locations.** Each field of each object is a location, `Node-0.1.next`, and so is each element of an array. Its initial write is that of the default value,
//! which happens before everything (JLS 17.4.4), although the object is made later. The values that the fields of objects of the beginning have are in the initial state: `h.next=1;`.
//!
//! **Accesses.** `r.f` is a choice between the objects that `r` can refer to, all of its class: on each path it is known which location is accessed, and a
//! condition of the path says that `r` refers to it. (What is read there then depends on `r` as in Java: paths that do not fit what was read are given up.) With `a[i]` the index is chosen in the same way.
//! Plain fields are accessed plainly, volatile ones as `getVolatile` and `setVolatile` do, others by the handle that a class declares (`VarHandle NEXT = next;`).
//!
//! **Exceptions** end the thread, after it has left the monitors that it holds by `synchronized`: an access through null (NullPointerException), an index out of range. The local variable
//! `exception` says so: it is 0, or a number of [`Exception`], and outcomes show it where it is not 0.
//!
//! **Final fields** (17.5). Reads and writes of them have the tag `FINAL`, and at the end of the constructor there is an event `FREEZE` for each. Of the two orders that 17.5.1 adds, the dereference
//! chain is made of address dependencies and the memory chain of reads-from, these and data dependencies into writes of references (`REF`). 17.5.1 asks for *some* read of the
//! thread that has seen the object's address, not for the one that the program dereferences; so a path chooses between those that have, and the dependency is on that one. Of a read that a loop repeats
//! the last one counts.
//!
//! **Inheritance.** Objects have the fields that their classes inherit; a reference may refer to objects of the classes that extend its own. `r instanceof C` compares it with all of these. Constructors
//! can be written out in threads: of a class that declares none, and has final fields without values, `freeze(r);` is where the construction ends.
//!
//! **Static fields** are locations, `H.x`; a class is initialised by its first use (`lower/initialisation.rs`).
//!
//! **What is not there**: methods, reflection, arrays of a length that is not a number.

use source::Span;

use super::ast::{Expr, Name, Statement};

/// The type of a variable or field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// `int`.
    Int,
    /// `boolean`: 0 or 1.
    Boolean,
    /// `byte`.
    Byte,
    /// `short`.
    Short,
    /// `char`.
    Char,
    /// `long`: 64 bits, which plain accesses read in two halves (JLS 17.7).
    Long,
    /// `float`: the 32 bits of a binary floating-point number.
    Float,
    /// `double`: the 64 bits of one, which plain accesses read in two halves, as those of a `long`.
    Double,
    /// A reference to an object of the class.
    Class(String),
    /// A reference to an array.
    Array(Box<Type>),
}

impl Type {
    /// Whether its values are references.
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::Class(_) | Type::Array(_))
    }

    /// Whether it is a floating-point type.
    pub fn is_floating(&self) -> bool {
        matches!(self, Type::Float | Type::Double)
    }

    /// Whether its values have 64 bits.
    pub fn is_wide(&self) -> bool {
        matches!(self, Type::Long | Type::Double)
    }

    /// The type that numbers of these types are computed in (JLS 5.6).
    pub fn promoted<'t>(types: impl IntoIterator<Item = &'t Type>) -> Type {
        let rank = |ty: &Type| match ty {
            Type::Double => 3,
            Type::Float => 2,
            Type::Long => 1,
            Type::Int | Type::Boolean | Type::Byte | Type::Short | Type::Char | Type::Class(_) | Type::Array(_) => 0,
        };
        let highest = types.into_iter().map(rank).max().unwrap_or(0);
        [Type::Int, Type::Long, Type::Float, Type::Double][highest].clone()
    }

    /// Of the primitive types, by its keyword.
    pub fn primitive(word: &str) -> Option<Type> {
        Some(match word {
            "int" => Type::Int,
            "boolean" => Type::Boolean,
            "byte" => Type::Byte,
            "short" => Type::Short,
            "char" => Type::Char,
            "long" => Type::Long,
            "float" => Type::Float,
            "double" => Type::Double,
            _ => return None,
        })
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Type::Int => f.write_str("int"),
            Type::Boolean => f.write_str("boolean"),
            Type::Byte => f.write_str("byte"),
            Type::Short => f.write_str("short"),
            Type::Char => f.write_str("char"),
            Type::Long => f.write_str("long"),
            Type::Float => f.write_str("float"),
            Type::Double => f.write_str("double"),
            Type::Class(name) => f.write_str(name),
            Type::Array(element) => write!(f, "{element}[]"),
        }
    }
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name.
    pub name: Name,
    /// What it extends and implements; `Object` is not named.
    pub bases: Vec<Name>,
    /// Its own fields, in order.
    pub fields: Vec<Field>,
    /// Its static fields, without their values.
    pub statics: Vec<Field>,
    /// What is done when it is used first: values of static fields, and `static { ... }`, in order.
    pub initialiser: Vec<Statement>,
    /// The types of the local variables there.
    pub initialiser_types: Vec<(Name, Type)>,
    /// Its constructors; without one there is that without parameters.
    pub constructors: Vec<Constructor>,
    /// Handles on its fields: `VarHandle NEXT = next;`.
    pub handles: Vec<(Name, Name)>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Whether it is `final`.
    pub is_final: bool,
    /// Whether it is `volatile`.
    pub is_volatile: bool,
    /// What constructors begin with.
    pub initial: Option<Expr>,
}

/// A constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// The place of its heading.
    pub span: Span,
    /// Parameters with their types.
    pub parameters: Vec<(Name, Type)>,
    /// What it does.
    pub body: Vec<Statement>,
    /// The types of its local variables.
    pub types: Vec<(Name, Type)>,
}

impl Class {
    /// The location of a static field.
    pub fn static_location(&self, field: &str) -> String {
        format!("{}.{field}", self.name.text)
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name.text == name)
    }
}

/// An object that is there from the beginning: `object Node h;`, `object int[2] a;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstObject {
    /// What it is called.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// How many elements it has, if it is an array.
    pub length: Option<u32>,
}

/// A class of exceptions of the library; the number of the one that ended a thread is what the variable `exception` holds then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception(usize);

/// The classes of exceptions that are known without a declaration, each with the one that it extends.
const EXCEPTIONS: [(&str, &str); 17] = [
    ("NullPointerException", "RuntimeException"),
    ("ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException"),
    ("InterruptedException", "Exception"),
    ("ClassCastException", "RuntimeException"),
    ("IllegalStateException", "RuntimeException"),
    ("IllegalArgumentException", "RuntimeException"),
    ("IllegalMonitorStateException", "RuntimeException"),
    ("UnsupportedOperationException", "RuntimeException"),
    ("NoSuchElementException", "RuntimeException"),
    ("ArithmeticException", "RuntimeException"),
    ("IndexOutOfBoundsException", "RuntimeException"),
    ("RuntimeException", "Exception"),
    ("Exception", "Throwable"),
    ("AssertionError", "Error"),
    ("Error", "Throwable"),
    ("Throwable", ""),
    ("TimeoutException", "Exception"),
];

/// Behind these numbers are those of exceptions whose classes the test declares.
const DECLARED: usize = 1000;

impl Exception {
    /// The name of the variable.
    pub const VARIABLE: &str = "exception";
    /// An access through null.
    pub const NULL_POINTER: Exception = Exception(1);
    /// An index that the array does not have.
    pub const INDEX_OUT_OF_BOUNDS: Exception = Exception(2);
    /// A thread that waits was interrupted.
    pub const INTERRUPTED: Exception = Exception(3);
    /// A monitor is left that the thread does not hold.
    pub const ILLEGAL_MONITOR_STATE: Exception = Exception(7);
    /// A cast to a class that the object is not of.
    pub const CLASS_CAST: Exception = Exception(4);

    /// By its number.
    pub fn of_number(number: u128) -> Option<Exception> {
        usize::try_from(number).ok().filter(|&number| number != 0).map(Exception)
    }

    /// The number.
    pub fn number(self) -> i64 {
        self.0 as i64
    }

    /// By the name of its class, which the library or the test declares.
    pub(super) fn of_class(name: &str, classes: &[Class]) -> Option<Exception> {
        let known = EXCEPTIONS.iter().position(|(known, _)| *known == name).map(|at| at + 1);
        let declared = || classes.iter().position(|class| class.name.text == name).map(|at| DECLARED + at);
        known.or_else(declared).map(Exception)
    }

    /// Whether it is caught as one of the class `wanted`.
    pub(super) fn is_a(self, wanted: &str, classes: &[Class]) -> bool {
        let mut name = match self.0.checked_sub(DECLARED) {
            Some(at) => classes[at].name.text.as_str(),
            None => EXCEPTIONS[self.0 - 1].0,
        };
        // As many steps as there are classes: that they extend each other in a circle is found elsewhere.
        for _ in 0..EXCEPTIONS.len() + classes.len() {
            if name == wanted {
                return true;
            }
            let declared = classes.iter().find(|class| class.name.text == name);
            let known = || EXCEPTIONS.iter().find(|(known, _)| *known == name).map(|(_, base)| *base);
            match declared.and_then(|class| class.bases.first()).map(|base| base.text.as_str()).or_else(known) {
                Some(base) => name = base,
                None => return false,
            }
        }
        false
    }

    /// The name of its class, or, of one that the test declares, how many classes stand before it.
    pub fn name(self) -> String {
        match self.0.checked_sub(DECLARED) {
            Some(at) => format!("exception-of-class-{at}"),
            None => EXCEPTIONS.get(self.0 - 1).map_or_else(|| self.0.to_string(), |(name, _)| (*name).to_owned()),
        }
    }

    /// Whether it is a class of exceptions of the library.
    pub fn is_known(name: &str) -> bool {
        EXCEPTIONS.iter().any(|(known, _)| *known == name)
    }
}

/// An object that a test can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Object {
    /// The number that references to it are.
    pub(super) number: i64,
    /// What it is called: its fields are locations `NAME.FIELD`.
    pub(super) name: String,
    /// Its type.
    pub(super) ty: Type,
    /// How many elements it has, if it is an array.
    pub(super) length: Option<u32>,
    /// The thread that makes it; `None` for one of the beginning.
    pub(super) thread: Option<usize>,
}

impl Object {
    /// One of the beginning, the `at`-th.
    pub(super) fn first(at: usize, first: &FirstObject) -> Object {
        let (ty, length) = (first.ty.clone(), first.length);
        Object { number: at as i64 + 1, name: first.name.text.clone(), ty, length, thread: None }
    }

    /// The one that the `site`-th `new` of a thread makes for the `count`-th time, both from 1.
    pub(super) fn made(ty: &Type, length: Option<u32>, thread: usize, site: usize, count: usize) -> Object {
        let class = ty.to_string().replace("[]", "-array");
        let again = if count > 1 { format!(".{count}") } else { String::new() };
        let number = 10_000 * (thread as i64 + 1) + 100 * site as i64 + count as i64;
        let name = format!("{class}-{thread}.{site}{again}");
        Object { number, name, ty: ty.clone(), length, thread: Some(thread) }
    }

    /// The location of a field, an element or the monitor.
    pub(super) fn location(&self, part: &str) -> String {
        format!("{}.{part}", self.name)
    }
}

/// The part of a class that says whether it is initialised.
pub(super) const STATUS: &str = "initialised";

/// The part of an object that stands for its monitor.
pub(super) const MONITOR: &str = "monitor";
