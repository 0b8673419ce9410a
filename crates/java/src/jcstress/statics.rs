//! Static fields: constants, what is made before the actors begin, and classes that are initialised by their first use.
//!
//! Source: The Java Language Specification, 12.4 (initialisation of classes), 15.28 (constants).

use tree_sitter::Node;

use super::actor::{Actor, MOST_CALLS};
use super::calls::is_handle;
use super::classes::{FieldDeclaration, Ty};
use super::places::Place;
use super::reader::Reading;
use super::values::{Scope, Value, What};

impl<'u> Actor<'_, 'u> {
    /// The value of a static field.
    pub(super) fn static_value(&mut self, node: Node<'u>, field: &FieldDeclaration<'u>) -> Reading<Value<'u>> {
        let ty = self.world.erased(field)?;
        let key = (field.class, field.name.to_owned());
        if let Some(known) = self.world.statics.get(&key) {
            return Ok(Value { what: What::Const(known.clone()), ty });
        }
        // A constant needs no initialisation of its class (JLS 12.4.1); some classes are initialised before the actors begin.
        if !self.world.is_constant(field) && !self.world.is_initialised(field.class) {
            return self.lazily_initialised(node, field, &ty);
        }
        let initial = field.initial.filter(|_| field.is_final);
        let initial = initial.ok_or_else(|| self.refuse(node, &format!("the static field `{}`", field.name)))?;
        let scope = Scope::new(field.class, None, self.world.classes.own_arguments(field.class));
        let calls = self.calls;
        let mut actor = Actor::making(self.world, scope);
        actor.calls = calls + 1;
        if actor.calls > MOST_CALLS {
            return Err(actor.refuse(initial, "a static field that is made of itself"));
        }
        let value = actor.value(initial)?;
        let value = actor.converted(initial, value, &ty)?;
        let value = actor.constant(initial, value)?;
        self.world.statics.insert(key, value.clone());
        Ok(Value { what: What::Const(value), ty })
    }

    /// A field of a class that is initialised when it is used first (JLS 12.4).
    fn lazily_initialised(&mut self, node: Node<'u>, field: &FieldDeclaration<'u>, ty: &Ty) -> Reading<Value<'u>> {
        if self.is_making {
            return Err(self.refuse(node, "a class that is initialised where the state is made"));
        }
        self.world.use_statics(field);
        let class = self.world.classes[field.class].litmus.clone();
        self.temporary(node, ty, &format!("{class}.{}", field.name))
    }

    /// What is done when a class is used first: values of its static fields, and `static { ... }`, in order.
    pub(super) fn static_initialiser(&mut self) -> Reading<()> {
        let class = self.scope.class;
        let fields = self.world.classes.own_fields(class);
        let members = self.inner(self.child(self.world.classes[class].node, "body")?);
        for member in members {
            // What makes handles has its meaning where they are used.
            let makes_handles = ["VarHandle", "getDeclaredField"].iter().any(|word| self.text(member).contains(word));
            if member.kind() == "static_initializer" && !makes_handles {
                self.block(self.inner(member)[0])?;
            }
            for field in fields.iter().filter(|field| field.declaration == member && field.is_static) {
                let kind = self.text(field.ty);
                let Some(initial) = field.initial.filter(|_| !self.world.is_constant(field)) else { continue };
                if is_handle(kind) {
                    continue;
                }
                let value = self.value(initial)?;
                self.write(initial, &Place::Static(*field), value)?;
            }
        }
        Ok(())
    }
}
