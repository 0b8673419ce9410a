//! Random expressions of cat.

use crate::engines_agree::choices::Choices;

/// What an expression can name.
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) relations: Vec<String>,
    pub(crate) sets: Vec<String>,
    /// Functions from a relation to a relation, from two, and from a set to a relation.
    pub(crate) functions: Vec<String>,
    pub(crate) binary_functions: Vec<String>,
    pub(crate) set_functions: Vec<String>,
    /// Names of tags that can be matched on.
    pub(crate) tags: Vec<String>,
    /// Whether expressions may now and then be wrong.
    pub(crate) mistakes: bool,
}

const RELATIONS: [&str; 24] = [
    "po",
    "rf",
    "loc",
    "po-loc",
    "rfe",
    "rfi",
    "pco",
    "co0",
    "int",
    "ext",
    "id",
    "addr",
    "data",
    "ctrl",
    "rmw",
    "same-instance",
    "0",
    "_",
    "rf^-1",
    "control",
    "iico_data",
    "sm",
    "same-low-order-bits",
    "{}",
];

const SETS: [&str; 18] = [
    "W",
    "R",
    "M",
    "IW",
    "FW",
    "F",
    "B",
    "emptyset",
    "_",
    "W & R",
    "X",
    "(try A with R)",
    "(try L with W)",
    "(try RLX with W)",
    "(try SC with F)",
    "(try MFENCE with M)",
    "SPEC",
    "{}",
];

impl Scope {
    /// A relation; `depth` bounds how deep operators are in operators.
    pub(crate) fn relation(&self, choices: &mut Choices<'_>, depth: usize) -> String {
        if self.mistakes && choices.one_in(60) {
            return self.set(choices, depth);
        }
        let kind = choices.below(30);
        if depth == 0 || kind < 5 {
            return self.known_relation(choices);
        }
        let below = depth - 1;
        let mut one = || self.relation(choices, below);
        match kind {
            5..=7 => format!("({} | {})", one(), one()),
            8 | 9 => format!("({} & {})", one(), one()),
            10 => format!("({} \\ {})", one(), one()),
            11 | 12 => format!("({} ; {})", one(), one()),
            13 => format!("({} ; {} ; {})", one(), one(), one()),
            14 => format!("(~{})", one()),
            15 => format!("({}^-1)", one()),
            16 => format!("({}+)", one()),
            17 => format!("({}*)", one()),
            18 => format!("({}?)", one()),
            19 => format!("([{}] ; {})", self.set(choices, below), self.relation(choices, below)),
            20 => format!("({} ; [{}])", self.relation(choices, below), self.set(choices, below)),
            21 => format!("({} * {})", self.set(choices, below), self.set(choices, below)),
            22 => format!("[{}]", self.set(choices, below)),
            23 => format!("(fencerel ({}))", self.set(choices, below)),
            24 | 25 => self.applied(choices, below),
            26 => {
                let primitive = choices.pick(&["different-values", "as_transitive", "toid"]);
                match primitive {
                    "toid" => format!("(toid ({}))", self.set(choices, below)),
                    _ => format!("({primitive} ({}))", self.relation(choices, below)),
                }
            }
            27 => format!("(fromto ({}))", self.set(choices, below)),
            28 => self.chosen_by_the_text(choices, below),
            _ => self.recursive(choices, below),
        }
    }

    fn known_relation(&self, choices: &mut Choices<'_>) -> String {
        if !self.relations.is_empty() && choices.below(5) < 3 {
            return self.relations[choices.below(self.relations.len())].clone();
        }
        choices.pick(&RELATIONS).to_owned()
    }

    /// The application of a function that is defined.
    fn applied(&self, choices: &mut Choices<'_>, depth: usize) -> String {
        let name = |choices: &mut Choices<'_>, names: &[String]| {
            (!names.is_empty()).then(|| names[choices.below(names.len())].clone())
        };
        match choices.below(3) {
            0 => match name(choices, &self.functions) {
                Some(function) => format!("({function} ({}))", self.relation(choices, depth)),
                None => format!("(let g = fun r -> r | r^-1 in g ({}))", self.relation(choices, depth)),
            },
            1 => match name(choices, &self.binary_functions) {
                Some(function) => {
                    format!("({function} ({}, {}))", self.relation(choices, depth), self.relation(choices, depth))
                }
                None => format!("(nodetour ({}, po, rf))", self.relation(choices, depth)),
            },
            _ => match name(choices, &self.set_functions) {
                Some(function) => format!("({function} ({}))", self.set(choices, depth)),
                None => format!("(let s = {} in [s] ; loc)", self.set(choices, depth)),
            },
        }
    }

    /// What is decided by the text: variants, tags, names that do not exist, sets that are always empty.
    fn chosen_by_the_text(&self, choices: &mut Choices<'_>, depth: usize) -> String {
        let kind = choices.below(9);
        let (a, b) = (self.relation(choices, depth), self.relation(choices, depth));
        match kind {
            0 => format!("(if \"cos-opt\" then {a} else {b})"),
            1 => format!("(try nonexistent with {a})"),
            2 => format!("(try ({a} ; nonexistent) with {b})"),
            3 => format!("(try {a} with {b})"),
            4 | 5 if !self.tags.is_empty() => {
                let tag = &self.tags[choices.below(self.tags.len())];
                format!("(match {tag} with || 'one -> {a} || 'two -> {b} || _ -> po end)")
            }
            6 => format!("(if {a} = {b} then po else rf)"),
            7 => format!("(if {a} subset {b} then po else rf)"),
            _ => format!("(match {a} with || {{}} -> {b} || e ++ s -> s end)"),
        }
    }

    fn recursive(&self, choices: &mut Choices<'_>, depth: usize) -> String {
        let (a, b) = (self.relation(choices, depth), self.relation(choices, depth));
        match choices.below(4) {
            0 => format!("(let rec t = {a} | (t ; t) in t)"),
            1 => format!("(let rec t = {a} | (t ; {b}) in t)"),
            2 => format!("(let rec t = {a} | (({b} ; t) & loc) and u = t | (u ; u) in u)"),
            _ => format!("(let rec t = {a} \\ (t ; {b}) in t)"),
        }
    }

    /// A set of events.
    pub(crate) fn set(&self, choices: &mut Choices<'_>, depth: usize) -> String {
        if self.mistakes && choices.one_in(60) {
            return self.relation(choices, depth);
        }
        let kind = choices.below(16);
        if depth == 0 || kind < 7 {
            if !self.sets.is_empty() && choices.one_in(2) {
                return self.sets[choices.below(self.sets.len())].clone();
            }
            return choices.pick(&SETS).to_owned();
        }
        let below = depth - 1;
        let mut one = || self.set(choices, below);
        match kind {
            7 | 8 => format!("({} | {})", one(), one()),
            9 | 10 => format!("({} & {})", one(), one()),
            11 => format!("({} \\ {})", one(), one()),
            12 => format!("(~{})", one()),
            13 => format!("(domain ({}))", self.relation(choices, below)),
            14 => format!("(range ({}))", self.relation(choices, below)),
            _ => format!(
                "(let rec s = {} | range ([s] ; {}) in s)",
                self.set(choices, below),
                self.relation(choices, below)
            ),
        }
    }
}
