//! The classes of the sources that a test is made of, what they declare and inherit, and types.
//!
//! Source: The Java Language Specification, 4 (types), 6 (names), 8 and 9 (classes and interfaces), 15.12 (which method is called). Parameters of types are known as far as
//! they are written at fields, variables and methods; where they are not, a type stands for `Object`, as it does when a program runs (4.6).

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::reader::{Reader, Reading, Unit};

/// A class of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ClassId(pub(super) usize);

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    /// By its keyword.
    Primitive(&'static str),
    /// A class with arguments for its parameters; as many as are known.
    Class(ClassId, Vec<Ty>),
    /// `Object`, or what is not known better.
    Object,
    Array(Box<Ty>),
    Void,
}

pub(super) const INT: Ty = Ty::Primitive("int");
pub(super) const LONG: Ty = Ty::Primitive("long");
pub(super) const FLOAT: Ty = Ty::Primitive("float");
pub(super) const DOUBLE: Ty = Ty::Primitive("double");
pub(super) const BOOLEAN: Ty = Ty::Primitive("boolean");

const PRIMITIVES: [&str; 8] = ["int", "long", "boolean", "byte", "short", "char", "float", "double"];

impl Ty {
    pub(super) fn is_reference(&self) -> bool {
        matches!(self, Ty::Class(..) | Ty::Object | Ty::Array(_))
    }

    pub(super) fn is_floating(&self) -> bool {
        [FLOAT, DOUBLE].contains(self)
    }

    pub(super) fn is_long(&self) -> bool {
        *self == LONG
    }
}

/// A class, or an interface.
pub(super) struct Class<'u> {
    /// Its name, with those of the classes around it before.
    pub(super) name: String,
    /// What it is called in litmus tests.
    pub(super) litmus: String,
    pub(super) reader: Reader<'u>,
    pub(super) node: Node<'u>,
    pub(super) outer: Option<ClassId>,
    pub(super) parameters: Vec<&'u str>,
}

/// A field.
#[derive(Clone, Copy)]
pub(super) struct FieldDeclaration<'u> {
    pub(super) class: ClassId,
    pub(super) name: &'u str,
    pub(super) declaration: Node<'u>,
    pub(super) initial: Option<Node<'u>>,
    pub(super) ty: Node<'u>,
    pub(super) is_static: bool,
    pub(super) is_final: bool,
    pub(super) is_volatile: bool,
}

/// What parameters of types stand for.
pub(super) type TypeArguments<'u> = BTreeMap<&'u str, Ty>;

/// All classes.
pub(super) struct Classes<'u> {
    pub(super) all: Vec<Class<'u>>,
}

impl<'u> Classes<'u> {
    pub(super) fn of(units: &'u [Unit]) -> Classes<'u> {
        let mut classes = Classes { all: Vec::new() };
        for unit in units {
            classes.add(unit.reader(), unit.tree.root_node(), None);
        }
        classes
    }

    fn add(&mut self, reader: Reader<'u>, node: Node<'u>, outer: Option<ClassId>) {
        for child in reader.inner(node) {
            if child.kind() == "enum_body_declarations" {
                self.add(reader, child, outer);
            }
            if !["class_declaration", "interface_declaration", "enum_declaration"].contains(&child.kind()) {
                continue;
            }
            let (Some(name), Some(body)) = (child.child_by_field_name("name"), child.child_by_field_name("body"))
            else {
                continue;
            };
            let name = match outer {
                Some(outer) => format!("{}.{}", self[outer].name, reader.text(name)),
                None => reader.text(name).to_owned(),
            };
            let parameters = child.child_by_field_name("type_parameters").map_or(Vec::new(), |all| {
                reader
                    .inner(all)
                    .into_iter()
                    .filter_map(|one| reader.inner(one).first().map(|name| reader.text(*name)))
                    .collect()
            });
            let litmus = name.replace('.', "_");
            let is_taken = |name: &str, all: &[Class<'_>]| all.iter().any(|class| class.litmus == name);
            let litmus = if is_taken(&litmus, &self.all) { format!("{litmus}_{}", self.all.len()) } else { litmus };
            let id = ClassId(self.all.len());
            self.all.push(Class { name, litmus, reader, node: child, outer, parameters });
            self.add(reader, body, Some(id));
        }
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.all.len()).map(ClassId)
    }

    /// The class that a simple or qualified name stands for within a class: of several with one name the innermost (JLS 6.3, 6.4.1).
    pub(super) fn named(&self, name: &str, inside: Option<ClassId>) -> Option<ClassId> {
        let mut around = inside;
        while let Some(class) = around {
            for base in self.lineage(class) {
                let wanted = format!("{}.{name}", self[base].name);
                if let Some(found) = self.ids().find(|id| self[*id].name == wanted) {
                    return Some(found);
                }
            }
            if self[class].name.rsplit('.').next() == Some(name) {
                return Some(class);
            }
            around = self[class].outer;
        }
        let of_top = |name: &str| self.ids().find(|id| self[*id].name == name);
        // A package may stand before the name.
        of_top(name).or_else(|| name.match_indices('.').find_map(|(at, _)| of_top(&name[at + 1..])))
    }

    pub(super) fn by_name(&self, name: &str) -> Option<ClassId> {
        self.named(name, None)
    }

    /// A type as it is written within a class.
    pub(super) fn ty(&self, node: Node<'u>, inside: ClassId, arguments: &TypeArguments<'u>) -> Reading<Ty> {
        let reader = self[inside].reader;
        let text = reader.text(node);
        Ok(match node.kind() {
            "void_type" => Ty::Void,
            "array_type" => {
                let mut ty = self.ty(reader.field(node, "element")?, inside, arguments)?;
                for _ in 0..reader.text(reader.field(node, "dimensions")?).matches('[').count() {
                    ty = Ty::Array(Box::new(ty));
                }
                ty
            }
            "generic_type" => {
                let parts = reader.inner(node);
                let of = match parts.get(1) {
                    Some(all) => reader.inner(*all).into_iter().map(|one| self.ty(one, inside, arguments)).collect(),
                    None => Ok(Vec::new()),
                };
                match self.ty(parts[0], inside, arguments)? {
                    Ty::Class(class, _) => Ty::Class(class, of?),
                    other => other,
                }
            }
            "wildcard" => match reader.inner(node).last() {
                Some(bound) if reader.text(node).contains("extends") => self.ty(*bound, inside, arguments)?,
                _ => Ty::Object,
            },
            _ => {
                if let Some(primitive) = PRIMITIVES.iter().find(|known| **known == text) {
                    return Ok(Ty::Primitive(primitive));
                }
                if text == "Object" || text == "java.lang.Object" {
                    return Ok(Ty::Object);
                }
                if let Some(known) = arguments.get(text) {
                    return Ok(known.clone());
                }
                match self.named(text, Some(inside)) {
                    Some(class) => Ty::Class(class, Vec::new()),
                    None if self.is_parameter(text, node, inside) => Ty::Object,
                    None => return Err(reader.refuse(node, &format!("the type `{text}`"))),
                }
            }
        })
    }

    /// Whether a name is a parameter of a method or class around it.
    fn is_parameter(&self, name: &str, node: Node<'u>, inside: ClassId) -> bool {
        let reader = self[inside].reader;
        let mut around = Some(node);
        while let Some(node) = around {
            let parameters = node
                .child_by_field_name("type_parameters")
                .or_else(|| reader.inner(node).into_iter().find(|child| child.kind() == "type_parameters"));
            let is_one = |one: &Node<'u>| reader.inner(*one).first().is_some_and(|found| reader.text(*found) == name);
            if parameters.is_some_and(|all| reader.inner(all).iter().any(is_one)) {
                return true;
            }
            around = node.parent();
        }
        false
    }

    /// The types that stand behind `extends` and `implements`, the superclass first.
    fn base_nodes(&self, class: ClassId) -> Vec<Node<'u>> {
        let Class { reader, node, .. } = self[class];
        let super_class = node.child_by_field_name("superclass");
        let extended = reader.inner(node).into_iter().find(|child| child.kind() == "extends_interfaces");
        let lists = super_class.into_iter().chain(node.child_by_field_name("interfaces")).chain(extended);
        let ones = lists.flat_map(|list| reader.inner(list));
        ones.flat_map(|one| if one.kind() == "type_list" { reader.inner(one) } else { vec![one] }).collect()
    }

    /// The class that such a type names.
    fn base_class(&self, node: Node<'u>, class: ClassId) -> Option<ClassId> {
        let reader = self[class].reader;
        let name = if node.kind() == "generic_type" { reader.inner(node)[0] } else { node };
        match self[class].outer {
            Some(outer) => self.named_from_outside(reader.text(name), outer),
            None => self.by_name(reader.text(name)),
        }
    }

    /// The classes that a class extends and implements. What is not known is left out.
    fn base_classes(&self, class: ClassId) -> Vec<ClassId> {
        self.base_nodes(class).into_iter().filter_map(|node| self.base_class(node, class)).collect()
    }

    /// As [`Classes::base_classes`], as types.
    pub(super) fn bases(&self, class: ClassId) -> Vec<Ty> {
        let arguments = self.own_arguments(class);
        self.base_nodes(class).into_iter().filter_map(|ty| self.base_type(ty, class, &arguments)).collect()
    }

    /// As `ty`, by names outside of the class itself.
    fn base_type(&self, node: Node<'u>, class: ClassId, arguments: &TypeArguments<'u>) -> Option<Ty> {
        let reader = self[class].reader;
        let found = self.base_class(node, class)?;
        let of = if node.kind() == "generic_type" { reader.inner(node).get(1).copied() } else { None };
        let of = of.map_or(Vec::new(), |all| reader.inner(all));
        let of = of.into_iter().map(|one| self.ty(one, class, arguments).unwrap_or(Ty::Object));
        Some(Ty::Class(found, of.collect()))
    }

    /// As `named`, without what is inherited: bases are looked for so.
    fn named_from_outside(&self, name: &str, inside: ClassId) -> Option<ClassId> {
        let mut around = Some(inside);
        while let Some(class) = around {
            let wanted = format!("{}.{name}", self[class].name);
            if let Some(found) = self.ids().find(|id| self[*id].name == wanted) {
                return Some(found);
            }
            around = self[class].outer;
        }
        self.by_name(name)
    }

    /// The class and all that it extends, itself first.
    pub(super) fn lineage(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut at = 0;
        while let Some(&class) = found.get(at) {
            for base in self.base_classes(class) {
                if !found.contains(&base) {
                    found.push(base);
                }
            }
            at += 1;
        }
        found
    }

    /// The class that a class extends, if it is known.
    pub(super) fn super_class(&self, class: ClassId) -> Option<ClassId> {
        self[class].node.child_by_field_name("superclass")?;
        self.base_classes(class).first().copied()
    }

    /// Parameters that stand for themselves, as far as it is known: for `Object`.
    pub(super) fn own_arguments(&self, class: ClassId) -> TypeArguments<'u> {
        self[class].parameters.iter().map(|name| (*name, Ty::Object)).collect()
    }

    pub(super) fn is_subtype(&self, found: &Ty, wanted: &Ty) -> bool {
        match (found, wanted) {
            (found, Ty::Object) => found.is_reference(),
            (Ty::Class(found, _), Ty::Class(wanted, _)) => self.lineage(*found).contains(wanted),
            (Ty::Array(found), Ty::Array(wanted)) => {
                found == wanted || found.is_reference() && self.is_subtype(found, wanted)
            }
            _ => found == wanted,
        }
    }

    /// What the parameters of a class stand for where an object is known as one of the type `known`, which the class may extend.
    pub(super) fn arguments_in(&self, class: ClassId, known: &Ty) -> TypeArguments<'u> {
        let mut arguments = self.own_arguments(class);
        let Ty::Class(of, given) = known else { return arguments };
        if *of == class {
            arguments.extend(self[class].parameters.iter().copied().zip(given.iter().cloned()));
            return arguments;
        }
        if self.lineage(class).contains(of) {
            // The object's class extends the one it is known as: its parameters stand where those of the other do.
            self.bind_upwards(class, *of, given, &mut arguments);
        } else if let Some(found) = self.view(known, class) {
            arguments.extend(self[class].parameters.iter().copied().zip(found));
        }
        arguments
    }

    fn bind_upwards(&self, class: ClassId, of: ClassId, given: &[Ty], arguments: &mut TypeArguments<'u>) {
        let reader = self[class].reader;
        for ty in self.base_nodes(class) {
            let is_it = self.base_class(ty, class) == Some(of);
            let Some(written) = reader.inner(ty).get(1).copied().filter(|_| is_it && ty.kind() == "generic_type")
            else {
                continue;
            };
            for (written, given) in reader.inner(written).into_iter().zip(given) {
                if let Some(name) = self[class].parameters.iter().find(|name| **name == reader.text(written)) {
                    arguments.insert(name, given.clone());
                }
            }
        }
    }

    /// The arguments of the class `wanted`, which `known` extends.
    fn view(&self, known: &Ty, wanted: ClassId) -> Option<Vec<Ty>> {
        let Ty::Class(class, given) = known else { return None };
        if *class == wanted {
            return Some(given.clone());
        }
        let mut arguments = self.own_arguments(*class);
        arguments.extend(self[*class].parameters.iter().copied().zip(given.iter().cloned()));
        self.base_nodes(*class).into_iter().find_map(|ty| self.view(&self.base_type(ty, *class, &arguments)?, wanted))
    }

    /// The members of a class itself.
    pub(super) fn members(&self, class: ClassId, kind: &str) -> Vec<Node<'u>> {
        let Class { reader, node, .. } = self[class];
        let body = node.child_by_field_name("body");
        body.map_or(Vec::new(), |body| reader.inner(body)).into_iter().filter(|member| member.kind() == kind).collect()
    }

    /// The fields that a class declares itself.
    pub(super) fn own_fields(&self, class: ClassId) -> Vec<FieldDeclaration<'u>> {
        let Class { reader, node, .. } = self[class];
        let in_interface = node.kind() == "interface_declaration";
        let kind = if in_interface { "constant_declaration" } else { "field_declaration" };
        let mut all = Vec::new();
        for declaration in self.members(class, kind) {
            let Some(ty) = declaration.child_by_field_name("type") else { continue };
            let has = |word: &str| in_interface && word != "volatile" || reader.has_modifier(declaration, word);
            let mut cursor = declaration.walk();
            for one in declaration.children_by_field_name("declarator", &mut cursor) {
                let Some(name) = one.child_by_field_name("name") else { continue };
                all.push(FieldDeclaration {
                    class,
                    name: reader.text(name),
                    declaration,
                    initial: one.child_by_field_name("value"),
                    ty,
                    is_static: has("static"),
                    is_final: has("final"),
                    is_volatile: has("volatile"),
                });
            }
        }
        all
    }

    /// The field of that name that a class declares or inherits.
    pub(super) fn field(&self, class: ClassId, name: &str) -> Option<FieldDeclaration<'u>> {
        self.lineage(class)
            .into_iter()
            .find_map(|class| self.own_fields(class).into_iter().find(|field| field.name == name))
    }

    /// The methods of that name, with so many parameters, that a class declares or inherits, the nearest first.
    pub(super) fn methods(&self, class: ClassId, name: &str, arguments: usize) -> Vec<(ClassId, Node<'u>)> {
        let mut all = Vec::new();
        for class in self.lineage(class) {
            let reader = self[class].reader;
            for method in self.members(class, "method_declaration") {
                let is_named = method.child_by_field_name("name").is_some_and(|found| reader.text(found) == name);
                let count = method.child_by_field_name("parameters").map_or(0, |all| reader.inner(all).len());
                if is_named && count == arguments {
                    all.push((class, method));
                }
            }
        }
        all
    }

    /// Whether objects are of a class itself, and not only of those that extend it.
    pub(super) fn is_concrete(&self, class: ClassId) -> bool {
        let Class { reader, node, .. } = self[class];
        node.kind() == "class_declaration" && !reader.has_modifier(node, "abstract")
    }

    /// The classes of which an object with this type can be.
    pub(super) fn concrete(&self, ty: &Ty) -> Vec<ClassId> {
        self.ids().filter(|id| self.is_concrete(*id) && self.is_subtype(&Ty::Class(*id, Vec::new()), ty)).collect()
    }

    /// A type in words.
    pub(super) fn show(&self, ty: &Ty) -> String {
        match ty {
            Ty::Primitive(word) => (*word).to_owned(),
            Ty::Class(class, _) => self[*class].name.clone(),
            Ty::Object => "Object".to_owned(),
            Ty::Array(element) => format!("{}[]", self.show(element)),
            Ty::Void => "void".to_owned(),
        }
    }

    /// A type as litmus tests write it.
    pub(super) fn litmus(&self, ty: &Ty) -> String {
        match ty {
            Ty::Primitive(word) => (*word).to_owned(),
            Ty::Class(class, _) => self[*class].litmus.clone(),
            Ty::Object | Ty::Void => "Object".to_owned(),
            Ty::Array(element) => format!("{}[]", self.litmus(element)),
        }
    }
}

impl<'u> std::ops::Index<ClassId> for Classes<'u> {
    type Output = Class<'u>;

    fn index(&self, id: ClassId) -> &Class<'u> {
        &self.all[id.0]
    }
}
