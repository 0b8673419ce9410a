//! Random models in cat: of what is compiled, and of what only the interpreter runs.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::engines_agree::choices::Choices;
use crate::engines_agree::expression::Scope;

/// What a random model is made of: a list for each of its parts.
#[derive(Clone, Debug)]
pub(crate) struct ModelSeed {
    parts: Vec<Vec<u32>>,
    /// Whether the variant `cos-opt` is on.
    pub(crate) is_variant: bool,
    has_mistakes: u32,
}

pub(crate) fn seeds() -> impl Strategy<Value = ModelSeed> {
    (vec(vec(any::<u32>(), 1..24), 1..9), any::<bool>(), any::<u32>())
        .prop_map(|(parts, is_variant, has_mistakes)| ModelSeed { parts, is_variant, has_mistakes })
}

/// A model as text.
pub(crate) struct ModelText {
    pub(crate) text: String,
    /// How many choices of orders it makes.
    pub(crate) choices: usize,
    /// How many of them are not location by location: each multiplies the work.
    pub(crate) free_choices: usize,
}

pub(crate) fn text(seed: &ModelSeed) -> ModelText {
    let mut writer = Writer {
        text: String::from("\"random\"\n"),
        scope: Scope { mistakes: seed.has_mistakes % 4 == 3, ..Scope::default() },
        names: 0,
        choices_made: 0,
        free_choices: 0,
        has_coherence: false,
        has_products: false,
    };
    for part in &seed.parts {
        writer.part(&mut Choices::new(part));
    }
    ModelText { text: writer.text, choices: writer.choices_made, free_choices: writer.free_choices }
}

struct Writer {
    text: String,
    scope: Scope,
    names: usize,
    choices_made: usize,
    free_choices: usize,
    has_coherence: bool,
    has_products: bool,
}

const DEPTH: usize = 3;

impl Writer {
    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn part(&mut self, choices: &mut Choices<'_>) {
        match choices.below(32) {
            0..=3 => self.check(choices, ""),
            4..=8 => self.check(choices, "flag"),
            9 => self.check(choices, "undefined_unless"),
            10..=12 => self.relation(choices),
            13 => self.set(choices),
            14..=17 => self.coherence(choices),
            18 | 19 => self.order(choices),
            20 => self.singleton(choices),
            21..=23 => self.recursion(choices),
            24 | 25 => self.function(choices),
            26 | 27 => self.procedure(choices),
            28 => self.tags(choices),
            29 => self.variant(choices),
            30 => self.pair(choices),
            _ => self.beyond(choices),
        }
    }

    fn check(&mut self, choices: &mut Choices<'_>, mode: &str) {
        let not = if choices.one_in(6) { "~" } else { "" };
        let property = choices.pick(&["acyclic", "irreflexive", "empty"]);
        // Most of what plain checks ask should be possible.
        let argument = match (mode, choices.below(3)) {
            ("", 0) => format!("({}) & po", self.scope.relation(choices, DEPTH)),
            ("", 1) => format!("({}) \\ id", self.scope.relation(choices, DEPTH)),
            _ if property == "empty" && choices.one_in(3) => self.scope.set(choices, DEPTH),
            _ => self.scope.relation(choices, DEPTH),
        };
        let name = self.fresh("check");
        self.line(&format!("{mode} {not}{property} {argument} as {name}"));
    }

    fn relation(&mut self, choices: &mut Choices<'_>) {
        let value = self.scope.relation(choices, DEPTH);
        let name = self.fresh("r");
        self.line(&format!("let {name} = {value}"));
        self.scope.relations.push(name);
    }

    fn set(&mut self, choices: &mut Choices<'_>) {
        let value = self.scope.set(choices, DEPTH);
        let name = self.fresh("s");
        self.line(&format!("let {name} = {value}"));
        self.scope.sets.push(name);
    }

    /// What orders must contain: mostly something that is an order.
    fn known(&mut self, choices: &mut Choices<'_>) -> String {
        match choices.below(6) {
            0 | 1 => "pco".to_owned(),
            2 => "co0".to_owned(),
            3 => "(pco | po-loc)".to_owned(),
            4 => format!("(({}) \\ id)", self.scope.relation(choices, 2)),
            _ => format!("(po & ({}))", self.scope.relation(choices, 2)),
        }
    }

    /// A choice of orders, location by location.
    fn coherence(&mut self, choices: &mut Choices<'_>) {
        if self.choices_made >= 2 {
            return self.relation(choices);
        }
        self.choices_made += 1;
        if !self.has_coherence && choices.below(4) < 2 {
            self.has_coherence = true;
            self.line("include \"cos.cat\"");
            self.scope.relations.extend(["co", "fr", "fre", "ca"].map(str::to_owned));
            return;
        }
        let (known, name) = (self.known(choices), self.fresh("o"));
        let from = match choices.below(5) {
            0 | 1 => {
                self.line("include \"cross.cat\"");
                format!("generate_cos ({known})")
            }
            2 => {
                self.line("include \"cross.cat\"");
                let set = choices.pick(&["FW", "W \\ IW", "R", "W & range rf", "M & F", "{}"]);
                format!("generate_orders ({set}, {known})")
            }
            _ => {
                self.products();
                let product = choices.pick(&["extensions", "swapped", "narrowed", "skipping", "padded"]);
                let set = choices.pick(&["W", "FW", "W \\ IW"]);
                format!("{product} (each-orders ({known}, classes-loc ({set})))")
            }
        };
        self.line(&format!("with {name} from {from}"));
        self.scope.relations.push(name);
    }

    /// Products of sets of relations: one that is, and some that look like it.
    fn products(&mut self) {
        if std::mem::replace(&mut self.has_products, true) {
            return;
        }
        let template = |name: &str, full: &str, grown: &str, next: &str| {
            format!(
                "let {name} =
  let rec grow (all, part, sets) = match sets with
    || {{}} -> {full}
    || set ++ others ->
      let rec turn (all, set) = match set with
        || {{}} -> all
        || one ++ rest -> turn (grow (all, {grown}, others), {next})
      end in
      turn (all, set)
  end in
  fun sets -> grow ({{}}, 0, sets)"
            )
        };
        let texts = [
            "let each-orders (known, classes) = map (fun class -> linearisations (class, known)) classes".to_owned(),
            template("extensions", "part ++ all", "one | part", "rest"),
            template("swapped", "part ++ all", "part | one", "rest"),
            template("narrowed", "part ++ all", "one & loc | part", "rest"),
            template("skipping", "part ++ all", "one | part", "{}"),
            template("padded", "(part | co0) ++ all", "one | part", "rest"),
        ];
        for text in texts {
            self.line(&text);
        }
    }

    /// A choice of one order.
    fn order(&mut self, choices: &mut Choices<'_>) {
        if self.choices_made >= 2 || self.free_choices >= 2 {
            return self.relation(choices);
        }
        self.choices_made += 1;
        self.free_choices += 1;
        let set = match choices.below(8) {
            0 => "W \\ IW".to_owned(),
            1 => "FW".to_owned(),
            2 => "R".to_owned(),
            3 => "W \\ FW".to_owned(),
            4 => "F".to_owned(),
            5 => "range rf".to_owned(),
            _ => format!("(M & ({})) \\ IW", self.scope.set(choices, 2)),
        };
        let (known, name) = (self.known(choices), self.fresh("o"));
        self.line(&format!("with {name} from linearisations ({set}, {known})"));
        self.scope.relations.push(name);
    }

    fn singleton(&mut self, choices: &mut Choices<'_>) {
        let (value, name) = (self.scope.relation(choices, 2), self.fresh("o"));
        self.line(&format!("with {name} from {{{value}}}"));
        self.scope.relations.push(name);
    }

    fn recursion(&mut self, choices: &mut Choices<'_>) {
        let kind = choices.below(9);
        let (a, b) = (self.scope.relation(choices, 2), self.scope.relation(choices, 2));
        let (r, s) = (self.fresh("r"), self.fresh("r"));
        match kind {
            0 => self.line(&format!("let rec {r} = {a} | ({r} ; {r})")),
            1 => self.line(&format!("let rec {r} = {a} | ({r} ; {b})")),
            2 => self.line(&format!("let rec {r} = {a} | (let t = {r} ; {b} in t^-1 & {r}?)")),
            3 => self.line(&format!("let rec {r} = {a} | ({s} ; {b}) and {s} = {r} | ({b} ; {s})")),
            4 => self.line(&format!("let rec {r} = {a} \\ ({r} ; {b})")),
            5 => self.line(&format!("let rec {r} = {a} | (f {r} ; {b}) and f t = {b} & (t | {a})")),
            6 => self.line(&format!("let rec {r} = {a} | (let rec t = {r} | (t ; {b}) in t & loc)")),
            7 => self.line(&format!("let rec {r} = {a} | different-values ({r} ; {b})")),
            _ => {
                let set = self.scope.set(choices, 2);
                self.line(&format!("let rec {s} = ({set}) | range ([{s}] ; {b})"));
                self.scope.sets.push(s);
                return;
            }
        }
        if kind == 3 {
            self.scope.relations.push(s);
        }
        self.scope.relations.push(r);
    }

    fn function(&mut self, choices: &mut Choices<'_>) {
        let name = self.fresh("f");
        let own = |relations: &[&str], sets: &[&str]| Scope {
            relations: relations.iter().map(|&each| each.to_owned()).collect(),
            sets: sets.iter().map(|&each| each.to_owned()).collect(),
            ..Scope::default()
        };
        match choices.below(4) {
            0 => {
                let body = own(&["a"], &[]).relation(choices, DEPTH);
                self.line(&format!("let {name} a = {body}"));
                self.scope.functions.push(name);
            }
            1 => {
                let body = own(&["a", "b"], &[]).relation(choices, DEPTH);
                self.line(&format!("let {name} (a, b) = {body}"));
                self.scope.binary_functions.push(name);
            }
            2 => {
                let body = own(&[], &["s"]).relation(choices, DEPTH);
                self.line(&format!("let {name} s = {body}"));
                self.scope.set_functions.push(name);
            }
            _ => {
                let body = own(&["a", "b"], &[]).relation(choices, 2);
                self.line(&format!("let {name} a = let g b = {body} in g (g a)"));
                self.scope.functions.push(name);
            }
        }
    }

    fn procedure(&mut self, choices: &mut Choices<'_>) {
        let (name, flag) = (self.fresh("p"), self.fresh("check"));
        let (a, b) = (self.scope.relation(choices, 2), self.scope.relation(choices, 2));
        match choices.below(4) {
            0 => {
                self.line(&format!("procedure {name} (a, b) = let c = a ; b flag ~empty c as {flag} end"));
                self.line(&format!("call {name} ({a}, {b})"));
            }
            1 => self.line(&format!("call total ({a}, {b})")),
            2 => self.line(&format!("call inclusion ({a}, {b})")),
            _ => {
                self.line(&format!("procedure {name} (a) = with d from {{a | rf}} acyclic d as {flag} end"));
                self.line(&format!("call {name} ({a})"));
            }
        }
    }

    fn tags(&mut self, choices: &mut Choices<'_>) {
        let (name, flag) = (self.fresh("e"), self.fresh("check"));
        self.line(&format!("enum {name} = 'one || 'two || 'three"));
        self.scope.tags.extend(["'one".to_owned(), "'two".to_owned()]);
        let (a, b) = (self.scope.relation(choices, 2), self.scope.relation(choices, 2));
        let over = choices.pick(&["NAME", "NAME \\ {'one}", "{'two}", "~{'two}", "'one", "'one ++ {'three}", "{}"]);
        let over = over.replace("NAME", &name);
        self.line(&format!("let by tag = match tag with || 'one -> {a} || 'two -> {b} || _ -> po end"));
        match choices.below(3) {
            0 => self.line(&format!("forall t in {over} do flag acyclic (by t) as {flag} end")),
            1 => self.line(&format!(
                "forall t in {over} do match t with || 'one -> irreflexive ({a}) || _ -> flag empty ({b}) as {flag} end end"
            )),
            _ => {
                self.line(&format!("with t{flag} from {over}"));
                self.line(&format!("flag ~acyclic by t{flag} as {flag}"));
            }
        }
    }

    fn variant(&mut self, choices: &mut Choices<'_>) {
        let (a, name) = (self.scope.relation(choices, 2), self.fresh("check"));
        let b = self.scope.relation(choices, 2);
        self.line(&format!("if \"cos-opt\" flag empty ({a}) as {name} else irreflexive ({b}) \\ id as {name} end"));
    }

    fn pair(&mut self, choices: &mut Choices<'_>) {
        let (a, b) = (self.scope.relation(choices, 2), self.scope.relation(choices, 2));
        let (r, s) = (self.fresh("r"), self.fresh("r"));
        self.line(&format!("let ({r}, {s}) = let t = {a} in (t | {b}, t & {b})"));
        self.scope.relations.extend([r, s]);
    }

    /// What only the interpreter runs, or only some of it.
    fn beyond(&mut self, choices: &mut Choices<'_>) {
        let kind = choices.below(14);
        let (a, b) = (self.scope.relation(choices, 2), self.scope.relation(choices, 2));
        let (set, name, flag) = (self.scope.set(choices, 2), self.fresh("r"), self.fresh("check"));
        match kind {
            0 => self.line(&format!("forall c in classes-loc ({set}) do flag ~empty ([c] ; {a}) as {flag} end")),
            1 => {
                self.choices_made += 1;
                self.line(&format!("with c{flag} from classes-loc ({set})"));
                self.line(&format!("flag empty ([c{flag}] ; {a}) as {flag}"));
            }
            2 => self.line(&format!("let rec {name} = {a} | ({name} ; {name}) when irreflexive {name} & po as {flag}")),
            3 => self.line(&format!("assert acyclic ({a}) & po as {flag}")),
            4 => self.line(&format!("let rec all{name} s = match s with || {{}} -> 0 || x ++ r -> x | all{name} r end\nlet {name} = all{name} {{{a}, {b}}}")),
            5 => self.line(&format!("let {name} = delift (lift (classes-loc ({set}), {a}))")),
            6 => self.line(&format!("with o{flag} from {{{a}, {b}}}\nflag ~acyclic o{flag} as {flag}")),
            7 => self.line(&format!("forall x in {{_}} do flag empty x as {flag} end")),
            8 => self.line(&format!("let {name} = try (linearisations (({set}) \\ M, {a})) with {b}\nflag empty {a} as {flag}")),
            9 => self.line(&format!("with o{flag} from try (map (fun c -> linearisations (c, ([c] ; {a}) & po)) (classes-loc (FW))) with {{{{0}}}}")),
            10 => self.line(&format!("with o{flag} from try (linearisations (FW, {a}) | nonexistent) with {{{b}}}\nflag acyclic o{flag} as {flag}")),
            11 => self.line(&format!("let rec {name} = fromto (range ({name}) | ({set})) ; {b}")),
            12 => self.line(&format!("let {name} = fromto (F & range ({a}))")),
            _ => self.line(&format!("forall x in {{{a}}} do flag empty x as {flag} end")),
        }
        if matches!(kind, 2 | 4 | 5 | 11 | 12) {
            self.scope.relations.push(name);
        }
    }
}
