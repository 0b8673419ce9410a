//! The functions that cat has and that cat cannot define.

macro_rules! primitives {
    ($(#[doc = $doc:literal] $variant:ident = $name:literal),* $(,)?) => {
        /// A primitive function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Primitive { $(#[doc = $doc] $variant),* }

        impl Primitive {
            /// Every primitive.
            pub(crate) const ALL: &[Primitive] = &[$(Primitive::$variant),*];

            /// Its name in cat.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Primitive::$variant => $name),* }
            }

            /// What it gives, in words.
            pub(crate) const fn meaning(self) -> &'static str {
                match self { $(Primitive::$variant => $doc.trim_ascii_start()),* }
            }

            /// The primitive called `name`.
            pub(crate) fn find(name: &str) -> Option<Primitive> {
                match name { $($name => Some(Primitive::$variant),)* _ => None }
            }
        }
    };
}

primitives! {
    /// The sources of a relation's pairs.
    Domain = "domain",
    /// The targets of a relation's pairs.
    Range = "range",
    /// The connected components of a relation.
    Classes = "classes",
    /// The events of a set, by location.
    ClassesLoc = "classes-loc",
    /// The total orders on a set that contain a relation.
    Linearisations = "linearisations",
    /// What the fences of a set order.
    FromTo = "fromto",
    /// The events that carry an annotation.
    TagToEvents = "tag2events",
    /// The relation of being in one scope instance.
    TagToScope = "tag2scope",
    /// The same for the levels of a memory hierarchy.
    TagToLevel = "tag2level",
    /// What the fences with an annotation order.
    TagToFenced = "tag2fenced",
    /// The events that access a location.
    LocToEvents = "loc2events",
    /// A relation over events as one over their classes.
    Lift = "lift",
    /// A relation over classes as one over their events.
    Delift = "delift",
    /// The same within a relation.
    DeliftInter = "deliftinter",
    /// The greatest bisimulation within an equivalence.
    Bisimulation = "bisimulation",
    /// The pairs of events with different values.
    DifferentValues = "different-values",
    /// The pairs of page-table accesses with the same output address.
    SameOa = "same-oa",
    /// The pairs of page-table accesses with a writable page.
    AtLeastOneWritable = "at-least-one-writable",
    /// A promise that a relation is as good as its closure.
    AsTransitive = "as_transitive",
    /// An error.
    Fail = "fail",
}
