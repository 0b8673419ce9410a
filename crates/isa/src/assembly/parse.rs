//! Text to instructions, by the slots of forms.

use program::Name;
use source::{Cursor, Diagnostic, nearest};

use super::Architecture;
use super::address;
use super::form::{Choice, Form, Operands, Order, Range, Relocation, SlotKind, Source, Zero, width_at};
use super::memory;
use super::operand::{Instruction, Operand, RegisterOperand, Symbol, Target};
use super::reader::{Reader, Spanned};
use super::register::{Classes, NameId};

/// Reads one instruction to the end of `cell`.
pub(crate) fn instruction<A: Architecture>(cell: &mut Cursor<'_>) -> Result<Instruction<A>, Diagnostic> {
    let mut reader = Reader::<A>::new(cell);
    // A text that is all comment, such as a compiler's `#membarrier`, is the no-op.
    let mnemonic = match reader.is_at_end() {
        true => Spanned { value: "nop".into(), span: reader.next_span() },
        false => A::mnemonic(&mut reader)?,
    };
    let (mut candidates, suffix) = candidates::<A>(&mnemonic.value);
    let Some(first) = candidates.next() else {
        return Err(unknown::<A>(&mnemonic));
    };
    let behind = reader.mark();
    let others = candidates.clone();
    let mut operands = Operands::new();
    if others.clone().next().is_some() && !may_have_comments::<A>(reader.rest()) {
        for form in std::iter::once(first).chain(others) {
            if may_fit(&reader, form) && read_operands(&mut reader, form, &mut operands).is_ok() {
                return Ok(finished(form, operands, suffix));
            }
            reader.reset(&behind);
        }
    }
    let mut nearest = match read_operands(&mut reader, first, &mut operands) {
        Ok(()) => return Ok(finished(first, operands, suffix)),
        Err(diagnostic) => diagnostic,
    };
    for form in candidates {
        reader.reset(&behind);
        match read_operands(&mut reader, form, &mut operands) {
            Ok(()) => return Ok(finished(form, operands, suffix)),
            Err(diagnostic) if progress(&nearest) < progress(&diagnostic) => nearest = diagnostic,
            Err(_) => {}
        }
    }
    Err(nearest)
}

/// How far the form came that a diagnostic is about. At one place, what is wrong with an operand of the right kind says more than that
/// another kind was expected.
fn progress(diagnostic: &Diagnostic) -> (u32, bool) {
    (diagnostic.span().map_or(0, |span| span.start), diagnostic.code != "syntax")
}

/// The forms that a mnemonic may mean, as it stands or with a suffix split off; and the suffix.
fn candidates<A: Architecture>(
    mnemonic: &str,
) -> (impl Iterator<Item = &'static Form<A>> + Clone + use<A>, Option<u8>) {
    let whole = A::forms().named(mnemonic);
    if A::SUFFIXES.words.is_empty() || whole.clone().next().is_some() {
        return (whole, None);
    }
    for (word, number) in A::SUFFIXES.words {
        let stem = mnemonic.len().checked_sub(word.len()).and_then(|at| mnemonic.split_at_checked(at));
        if let Some((stem, suffix)) = stem
            && suffix.eq_ignore_ascii_case(word)
        {
            let found = A::forms().named(stem);
            if found.clone().next().is_some() {
                return (found, Some(*number));
            }
        }
    }
    (whole, None)
}

fn finished<A: Architecture>(form: &'static Form<A>, mut operands: Operands, suffix: Option<u8>) -> Instruction<A> {
    if let Some(rewrite) = form.rewrite {
        rewrite(&mut operands);
    }
    let form = A::forms().canonical(form, &mut operands);
    Instruction { form, operands, suffix }
}

fn unknown<A: Architecture>(mnemonic: &Spanned<std::borrow::Cow<'_, str>>) -> Diagnostic {
    let name = &*mnemonic.value;
    if let Some(reason) = A::forms().why_unsupported(name) {
        return Diagnostic::error("unsupported-instruction", mnemonic.span, format!("`{name}`: {reason}"));
    }
    Diagnostic::error("unknown-instruction", mnemonic.span, format!("`{name}` is not an instruction known here"))
        .suggest(A::forms().nearest(name))
}

/// Whether there may be comments between the tokens of `text`.
fn may_have_comments<A: Architecture>(text: &str) -> bool {
    text.bytes().any(|byte| A::IN_COMMENT.has(byte))
}

/// Whether the operands that come next may be those of a form, by what they begin with. Forms of one name differ mostly in that; to read one in vain, and to say why
/// it was in vain, takes longer than all else (4 % of a batch of small Arm tests).
pub(super) fn may_fit<A: Architecture>(reader: &Reader<'_, '_, A>, form: &Form<A>) -> bool {
    if form.order != Order::Forward {
        return true;
    }
    let mut rest = reader.rest().as_bytes();
    for slot in &form.slots {
        let (Source::Text(kind) | Source::Dropped(kind)) = slot.source else { continue };
        let Some(&first) = rest.first() else { return false };
        let is_possible = match kind {
            SlotKind::Register(_) | SlotKind::Like(..) => !matches!(first, b'#' | b'[' | b'{' | b'(' | b'=' | b'-'),
            SlotKind::Number(_) => matches!(first, b'#' | b'$' | b'-' | b'+') || first.is_ascii_digit(),
            SlotKind::List(_) => first == b'{',
            SlotKind::Relocated(relocation) if !rest.starts_with(relocation.prefix.as_bytes()) => false,
            // These may have commas of their own.
            SlotKind::Address(_) | SlotKind::Memory(_) | SlotKind::Relocated(_) | SlotKind::OneOf(_) => return true,
            SlotKind::Target
            | SlotKind::Symbol
            | SlotKind::Choice(_)
            | SlotKind::Modifier { .. }
            | SlotKind::ModifierBy { .. }
            | SlotKind::Moved(_) => true,
        };
        if !is_possible {
            return false;
        }
        let mut behind = rest.iter();
        let is_closed = first != b'{' || behind.any(|&byte| byte == b'}');
        let has_comma = is_closed && behind.any(|&byte| byte == b',');
        rest = if has_comma { behind.as_slice().trim_ascii_start() } else { &[] };
    }
    rest.is_empty()
}

/// Reads the operands of a form in one order, to the end. They take the place of those in `operands`.
fn read_in_order<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    form: &Form<A>,
    backward: bool,
    operands: &mut Operands,
) -> Result<(), Diagnostic> {
    let slots = form.slots.len();
    operands.clear();
    operands.reserve(slots);
    let mut starts = [0; 8];
    let mut is_first = true;
    let mut has_zeros = false;
    for number in 0..slots {
        let slot = &form.slots[if backward { slots - 1 - number } else { number }];
        let kind = match &slot.source {
            Source::Text(kind) | Source::Dropped(kind) => kind,
            // What it is becomes known with what follows.
            Source::Zero(_) => {
                has_zeros = true;
                operands.push(Operand::Number(0));
                continue;
            }
            Source::Same(place) => {
                operands.push(operands[*place].clone());
                continue;
            }
            Source::Next(place) => {
                operands.push(operands[*place].next_register::<A>());
                continue;
            }
        };
        if !is_first && !reader.eat(",") {
            return Err(unsupported(reader).unwrap_or_else(|| reader.expected("`,`")));
        }
        is_first = false;
        if let Some(start) = starts.get_mut(operands.len()) {
            *start = reader.offset();
        }
        if let Some(refused) = unsupported(reader) {
            return Err(refused);
        }
        let operand = reader.operand(kind, operands)?;
        if matches!(slot.source, Source::Text(_)) {
            operands.push(operand);
        }
    }
    if backward {
        operands.reverse();
        starts[..operands.len().min(8)].reverse();
    }
    if has_zeros {
        fill_in_zeros(form, operands);
    }
    let end = reader.offset();
    if !reader.is_at_end() {
        return Err(unsupported(reader).unwrap_or_else(|| reader.expected("the end of the instruction")));
    }
    if let Some((first, last, message)) = form.checks.iter().find_map(|check| check(operands)) {
        let start = starts[first.min(7)];
        // To the comma before the operand behind the last one.
        let behind = starts.get(last + 1).copied().filter(|&at| at > start).map_or(end, |at| at - 1);
        let span = reader.span_from(start).slice(0, behind - start);
        return Err(Diagnostic::error("operand", span, message));
    }
    Ok(())
}

/// Reads the operands of a form, to the end. They take the place of those in `operands`.
fn read_operands<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    form: &Form<A>,
    operands: &mut Operands,
) -> Result<(), Diagnostic> {
    if form.order != Order::PrintedBackward {
        return read_in_order(reader, form, form.order == Order::Backward, operands);
    }
    let start = reader.mark();
    read_in_order(reader, form, true, operands).or_else(|backward| {
        reader.reset(&start);
        read_in_order(reader, form, false, operands)
            .map_err(|forward| if progress(&forward) > progress(&backward) { forward } else { backward })
    })
}

/// The diagnostic for what comes next, where it is known and not supported.
fn unsupported<A: Architecture>(reader: &Reader<'_, '_, A>) -> Option<Diagnostic> {
    let (_, reason) = A::UNSUPPORTED_OPERANDS.iter().find(|(start, _)| reader.rest().starts_with(start))?;
    Some(Diagnostic::error("unsupported-operand", reader.next_span(), *reason))
}

/// Whether an operand of this kind may begin here.
fn may_begin<A: Architecture>(reader: &mut Reader<'_, '_, A>, kind: &SlotKind) -> bool {
    match kind {
        SlotKind::Register(_) | SlotKind::Like(..) | SlotKind::Moved(_) => reader.at_register(),
        SlotKind::Number(_) => reader.at_number(),
        SlotKind::Memory(_) => memory::may_begin(reader),
        SlotKind::Target | SlotKind::Symbol => reader.at_name(),
        SlotKind::Relocated(relocation) if relocation.prefix.is_empty() => reader.at_name(),
        SlotKind::Relocated(relocation) => reader.rest().starts_with(relocation.prefix),
        SlotKind::Address(_) => reader.peek().is_some_and(|first| matches!(first, '[' | '(')),
        SlotKind::Choice(words) | SlotKind::Modifier { words, .. } | SlotKind::ModifierBy { words, .. } => {
            reader.peek_name().is_some_and(|name| words.number(name).is_some())
        }
        SlotKind::List(_) => reader.peek() == Some('{'),
        SlotKind::OneOf(kinds) => kinds.iter().any(|kind| may_begin(reader, kind)),
    }
}

/// What may stand where one of `kinds` may, in words.
fn described(kinds: &[SlotKind]) -> String {
    let names: Vec<&str> = kinds
        .iter()
        .map(|kind| match kind {
            SlotKind::Register(_) | SlotKind::Like(..) => "a register",
            SlotKind::Moved(_) => "a register with `!`",
            SlotKind::Number(_) => "a number",
            SlotKind::Address(_) | SlotKind::Memory(_) => "an address",
            SlotKind::Target => "a label",
            SlotKind::Symbol => "the name of a location",
            SlotKind::Relocated(_) => "the address of a location",
            SlotKind::Choice(words) | SlotKind::Modifier { words, .. } | SlotKind::ModifierBy { words, .. } => {
                words.what
            }
            SlotKind::List(_) => "registers in braces",
            SlotKind::OneOf(_) => "something else",
        })
        .collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        Some(_) | None => names.concat(),
    }
}

/// Puts the zero registers where they are meant.
fn fill_in_zeros<A: Architecture>(form: &Form<A>, operands: &mut Operands) {
    for (at, slot) in form.kept_slots().enumerate() {
        if let Source::Zero(place) = slot.source {
            let width = width_at::<A>(operands, place);
            let zero = A::registers().zero_of(width).expect("the architecture has a zero register of this size");
            operands[at] = Operand::Register(RegisterOperand::Named(zero, A::registers().get(zero).class));
        }
    }
}

/// Reading the operands of an architecture.
pub(crate) trait Reading<'s, A: Architecture> {
    /// Reads an operand of some kind, behind others.
    fn operand(&mut self, kind: &SlotKind, before: &[Operand]) -> Result<Operand, Diagnostic>;

    /// Reads a register of one of `classes`.
    fn register(&mut self, classes: Classes) -> Result<RegisterOperand, Diagnostic>;

    /// Whether a register comes next.
    fn at_register(&self) -> bool;

    /// The name that comes next, not yet read, if it is no register's.
    fn peek_location(&self) -> Option<&'s str>;

    /// Reads one of the words of a choice.
    fn choice(&mut self, words: &'static Choice) -> Result<u8, Diagnostic>;
}

impl<'s, A: Architecture> Reading<'s, A> for Reader<'_, 's, A> {
    fn operand(&mut self, kind: &SlotKind, before: &[Operand]) -> Result<Operand, Diagnostic> {
        match *kind {
            SlotKind::Register(classes) => self.register(classes).map(Operand::Register),
            SlotKind::Like(place, classes) => {
                let of_width = A::registers().classes_of_width(width_at::<A>(before, place));
                self.register(of_width.and(classes)).map(Operand::Register)
            }
            SlotKind::Number(range) => number::<A>(self, range.known::<A>(before)).map(Operand::Number),
            SlotKind::Address(kind) => address::read(self, kind).map(|address| Operand::Address(Box::new(address))),
            SlotKind::Target => target(self).map(Operand::Target),
            SlotKind::Symbol => symbol(self).map(Operand::Symbol),
            SlotKind::Relocated(relocation) => match read_relocated(self, std::slice::from_ref(relocation))? {
                Some((_, symbol)) => Ok(Operand::Symbol(symbol)),
                None => Err(self.expected(&format!("`{}x{}`", relocation.prefix, relocation.suffix))),
            },
            SlotKind::Choice(words) => self.choice(words).map(Operand::Choice),
            SlotKind::Modifier { words, amounts, zero } => modifier(self, words, amounts.known::<A>(before), zero),
            SlotKind::ModifierBy { words, by } => {
                let word = self.choice(words)?;
                self.register(by).map(|by| Operand::ModifierBy { word, by })
            }
            SlotKind::List(classes) => list(self, classes).map(Operand::List),
            SlotKind::Moved(classes) => {
                let register = self.register(classes)?;
                self.expect("!")?;
                Ok(Operand::Register(register))
            }
            SlotKind::Memory(kind) => memory::read(self, kind).map(|memory| Operand::Memory(Box::new(memory))),
            SlotKind::OneOf(kinds) => match kinds.iter().find(|kind| may_begin(self, kind)) {
                Some(kind) => self.operand(kind, before),
                None => Err(self.expected(&described(kinds))),
            },
        }
    }

    fn register(&mut self, classes: Classes) -> Result<RegisterOperand, Diagnostic> {
        let (mark, start) = (self.mark(), self.offset());
        let eat_sigil = |reader: &mut Self| !A::REGISTER_SIGIL.is_empty() && reader.eat(A::REGISTER_SIGIL);
        eat_sigil(self);
        if let Some(id) = self.peek_name().and_then(|name| A::registers().find(name)) {
            self.name();
            return named::<A>(id, classes).ok_or_else(|| wrong_class::<A>(id, classes, self.span_from(start)));
        }
        self.reset(&mark);
        if let Some(class) = A::symbolic_prefix(self) {
            let name = self.name().ok_or_else(|| self.expected("the name of a symbolic register"))?;
            let names = A::registers().names();
            let width = names.iter().find(|name| name.class.meets(class)).map_or(A::ADDRESS_WIDTH, |name| name.width);
            if !class.meets(classes) {
                let message = format!("a register of {width} bits cannot stand here");
                return Err(Diagnostic::error("operand-size", self.span_from(start), message));
            }
            return Ok(RegisterOperand::Symbolic { name: name.value.into(), class, width });
        }
        if let Some((_, letters)) = A::BARE_NUMBERS.iter().find(|(bare, _)| bare.meets(classes))
            && self.peek().is_some_and(|first| first.is_ascii_digit())
        {
            let number = self.number()?;
            let zero = A::registers().find("0").filter(|_| number.value == 0).and_then(|id| named::<A>(id, classes));
            if let Some(zero) = zero {
                return Ok(zero);
            }
            let name = format!("{letters}{}", number.value);
            let id = A::registers().find(&name).ok_or_else(|| no_register::<A>(&name, number.span))?;
            return Ok(RegisterOperand::Named(id, A::registers().get(id).class));
        }
        eat_sigil(self);
        match self.name() {
            Some(name) => Err(no_register::<A>(name.value, self.span_from(start))),
            None => Err(self.expected("a register")),
        }
    }

    fn at_register(&self) -> bool {
        self.rest().starts_with('%') || self.peek_name().is_some_and(|name| A::registers().find(name).is_some())
    }

    fn peek_location(&self) -> Option<&'s str> {
        self.peek_name().filter(|_| !self.at_register())
    }

    fn choice(&mut self, words: &'static Choice) -> Result<u8, Diagnostic> {
        let Some(name) = self.peek_name() else { return Err(self.expected(words.what)) };
        match words.number(name) {
            Some(number) => {
                self.name();
                Ok(number)
            }
            None => {
                let span = self.name().map_or(self.next_span(), |name| name.span);
                let message = format!("expected {}, found `{name}`", words.what);
                let known = words.words.iter().map(|(word, _)| *word);
                Err(Diagnostic::error("operand", span, message).suggest(nearest(name, known)))
            }
        }
    }
}

/// The register of this name, if it is of one of `classes`.
fn named<A: Architecture>(id: NameId, classes: Classes) -> Option<RegisterOperand> {
    let class = A::registers().get(id).class;
    class.meets(classes).then_some(RegisterOperand::Named(id, class))
}

fn no_register<A: Architecture>(name: &str, span: source::Span) -> Diagnostic {
    match A::unknown_register(name) {
        Some((code, message)) => Diagnostic::error(code, span, message),
        None => {
            let known = A::registers().names().iter().map(|name| name.text.as_str());
            Diagnostic::error("unknown-register", span, format!("`{name}` is no register"))
                .suggest(nearest(name, known))
        }
    }
}

fn wrong_class<A: Architecture>(id: NameId, classes: Classes, span: source::Span) -> Diagnostic {
    let found = A::registers().get(id);
    if let Some(message) = A::misplaced_register(&found.text) {
        return Diagnostic::error("operand", span, message);
    }
    if found.part.is_none() && A::registers().names().iter().all(|n| !n.class.meets(classes) || n.width == found.width)
    {
        let message = format!("the zero register cannot stand here, as `{}` does", found.text);
        return Diagnostic::error("operand", span, message);
    }
    let sibling = A::registers().sibling(id, classes);
    match sibling {
        Some(sibling) if sibling.width != found.width => {
            let message = format!("a register of {} bits where {} are needed", found.width, sibling.width);
            let help = format!("the part of that size is `{}`", sibling.text);
            Diagnostic::error("operand-size", span, message).help(help)
        }
        _ => Diagnostic::error("operand", span, format!("the register `{}` cannot stand here", found.text)),
    }
}

/// Reads a number that is in `range`.
fn number<A: Architecture>(reader: &mut Reader<'_, '_, A>, range: Range) -> Result<i128, Diagnostic> {
    let number = reader.number()?;
    if range.has::<A>(number.value, &[]) {
        return Ok(number.value);
    }
    let message = match range {
        Range::Within { what, low, high, .. } if number.value < low.into() || number.value > high.into() => {
            format!("{what} must be between {low} and {high}, not {}", number.value)
        }
        Range::Within { what, high, step, .. } if step == high => format!("{what} must be 0 or {step}"),
        Range::Within { what, step, .. } => format!("{what} must be a multiple of {step}"),
        Range::BitsOf(_) | Range::BelowWidth { .. } => unreachable!("the operands before are known"),
        Range::Bits(bits) => format!("{} does not fit in {bits} bits", number.value),
    };
    Err(Diagnostic::error("immediate", number.span, message))
}

fn modifier<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    words: &'static Choice,
    amounts: Range,
    zero: Zero,
) -> Result<Operand, Diagnostic> {
    let word = reader.choice(words)?;
    let amount = match zero == Zero::Optional && !reader.at_number() {
        true => None,
        false => Some(number(reader, amounts)? as u8),
    };
    Ok(Operand::Modifier { word, amount, vanishes: zero == Zero::Vanishes })
}

/// Reads registers in braces; two with a dash between stand for those from one to the other.
fn list<A: Architecture>(reader: &mut Reader<'_, '_, A>, classes: Classes) -> Result<Vec<RegisterOperand>, Diagnostic> {
    reader.expect("{")?;
    let mut registers = Vec::new();
    loop {
        let start = reader.offset();
        let first = reader.register(classes)?;
        if reader.eat("-") {
            let last = reader.register(classes)?;
            let (RegisterOperand::Named(first, class), RegisterOperand::Named(last, _)) = (&first, &last) else {
                let message = "symbolic registers have no order";
                return Err(Diagnostic::error("operand", reader.span_from(start), message));
            };
            let between = first.to(*last).map(|id| RegisterOperand::Named(id, *class));
            registers.extend(between.filter(|register| register.is_in(classes)));
        } else {
            registers.push(first);
        }
        if !reader.eat(",") {
            reader.expect("}")?;
            return Ok(registers);
        }
    }
}

/// Reads the target of a jump.
fn target<A: Architecture>(reader: &mut Reader<'_, '_, A>) -> Result<Target, Diagnostic> {
    if let Some(bytes) = A::INSTRUCTION_BYTES
        && let Some(behind) = reader.rest().strip_prefix('.')
        && behind.starts_with(['+', '-', '#'])
    {
        reader.eat(".");
        let offset = reader.number()?;
        return match i64::try_from(offset.value) {
            Ok(offset) if offset % i64::from(bytes) == 0 => Ok(Target::Offset(offset)),
            _ => Err(Diagnostic::error("immediate", offset.span, format!("instructions have {bytes} bytes each"))),
        };
    }
    name_of_no_register(reader, "a label").map(Target::Label)
}

/// Reads a name that is not a register's.
fn name_of_no_register<A: Architecture>(reader: &mut Reader<'_, '_, A>, what: &str) -> Result<Name, Diagnostic> {
    let at_register = reader.at_register();
    match reader.name() {
        Some(name) if at_register => {
            let message = format!("expected {what}, but `{}` is a register", name.value);
            Err(Diagnostic::error("operand", name.span, message))
        }
        Some(name) => Ok(name.value.into()),
        None => Err(reader.expected(what)),
    }
}

/// Reads a location's name with an offset.
fn symbol<A: Architecture>(reader: &mut Reader<'_, '_, A>) -> Result<Symbol, Diagnostic> {
    if reader.peek() == Some(':') {
        let start = reader.offset();
        reader.eat(":");
        reader.name();
        let message = "addresses in tables of the linker (`:got:` and its like) are not supported";
        return Err(Diagnostic::error("unsupported-operand", reader.span_from(start), message));
    }
    let name = name_of_no_register(reader, "the name of a location")?;
    let offset = offset(reader)?;
    Ok(Symbol { name, offset })
}

/// Reads the numbers behind a location's name.
pub(crate) fn offset<A: Architecture>(reader: &mut Reader<'_, '_, A>) -> Result<i64, Diagnostic> {
    let mut offset = 0i64;
    while matches!(reader.peek(), Some('+' | '-')) {
        let number = reader.number()?;
        let sum = i64::try_from(number.value).ok().and_then(|number| offset.checked_add(number));
        offset =
            sum.ok_or_else(|| Diagnostic::error("number-too-large", number.span, "an offset of more than 63 bits"))?;
    }
    Ok(offset)
}

/// Reads a part of the address of a symbol, if one of `relocations` comes next; with its number.
pub(crate) fn read_relocated<A: Architecture>(
    reader: &mut Reader<'_, '_, A>,
    relocations: &[Relocation],
) -> Result<Option<(u8, Symbol)>, Diagnostic> {
    for (number, relocation) in (0..).zip(relocations) {
        if !relocation.prefix.is_empty() {
            if reader.eat(relocation.prefix) {
                let symbol = symbol(reader)?;
                if !relocation.suffix.is_empty() {
                    reader.expect(relocation.suffix)?;
                }
                return Ok(Some((number, symbol)));
            }
        } else if reader.at_name() && !reader.at_register() {
            let start = reader.mark();
            let symbol = symbol(reader)?;
            if reader.eat(relocation.suffix) {
                return Ok(Some((number, symbol)));
            }
            reader.reset(&start);
        }
    }
    if relocations.iter().any(|relocation| relocation.prefix.starts_with(':')) && reader.peek() == Some(':') {
        return symbol(reader).map(|_| None);
    }
    Ok(None)
}
