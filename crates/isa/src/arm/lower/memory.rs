//! Loads and stores: of one register, of pairs, of lists, exclusive ones (DDI 0487, F2.6 and F2.7).

use program::{BinaryOperator, BlockBuilder, Temp, Width};

use super::{ACQUIRE, EXCLUSIVE, I, Lowering, PLAIN, RELEASE, list};
use crate::arm::table::{Access, Many, Shift, Words};
use crate::arm::{ADDRESS_BITS, Arm, PC, RESERVATION, STACK_POINTER};
use crate::assembly;
use crate::assembly::address::{Address, Displacement, Mode};
use crate::assembly::lower::offset;
use crate::assembly::operand::RegisterOperand;

impl Lowering<'_, '_> {
    /// The address of an access, and what the base register is moved to.
    pub(super) fn effective(&mut self, address: &Address) -> (Temp, Option<Temp>) {
        let base = self.read(&address.base);
        let moved = match &address.displacement {
            Displacement::Number(by) => offset(base, *by, self.block),
            Displacement::Symbol(..) => base,
            Displacement::Index(index) => {
                let value = self.read(&index.register);
                let shift = Shift::ALL[usize::from(index.extend)];
                let value = if index.amount == 0 { value } else { self.shifted_by(shift, value, index.amount, false) };
                let operator = if index.negative { BinaryOperator::Subtract } else { BinaryOperator::Add };
                self.block.binary(operator, base, value)
            }
        };
        match address.mode {
            Mode::Offset => (moved, None),
            Mode::PreIndexed => (moved, Some(moved)),
            Mode::PostIndexed => (base, Some(moved)),
        }
    }

    pub(super) fn write_back(&mut self, address: &Address, moved: Option<Temp>) {
        if let Some(moved) = moved {
            self.write(&address.base, moved);
        }
    }

    pub(super) fn load(&mut self, access: Access, i: &I) {
        let (address, moved) = self.effective(i.address(1));
        let tags = if access.ordered { ACQUIRE } else { PLAIN };
        let value = self.block.load(address, access.bits, tags);
        self.write_back(i.address(1), moved);
        let value = self.widened(value, access.signed);
        self.write(i.register(0), value);
    }

    pub(super) fn store(&mut self, access: Access, i: &I) {
        let (address, moved) = self.effective(i.address(1));
        let value = self.read(i.register(0));
        let value = self.block.resize(value, access.bits);
        self.block.store(address, value, if access.ordered { RELEASE } else { PLAIN });
        self.write_back(i.address(1), moved);
    }

    pub(super) fn load_pair(&mut self, i: &I) {
        let (address, moved) = self.effective(i.address(2));
        if self.machine.has_whole_pairs {
            let both = self.block.load(address, 64, PLAIN);
            self.write_back(i.address(2), moved);
            self.write_pair(both, i);
        } else {
            let values = self.load_words(address, 2);
            self.write_back(i.address(2), moved);
            [0, 1].into_iter().zip(values).for_each(|(at, value)| self.write(i.register(at), value));
        }
    }

    /// Writes the registers in front with the halves of a value.
    pub(super) fn write_pair(&mut self, both: Temp, i: &I) {
        for (at, low) in [(0, 0), (1, 32)] {
            let word = self.block.extract(both, low, 32);
            self.write(i.register(at), word);
        }
    }

    pub(super) fn store_pair(&mut self, i: &I) {
        let (address, moved) = self.effective(i.address(2));
        let [low, high] = [0, 1].map(|at| self.read(i.register(at)));
        if self.machine.has_whole_pairs {
            let both = self.block.concatenate(high, low);
            self.block.store(address, both, PLAIN);
        } else {
            self.store_words(address, &[low, high]);
        }
        self.write_back(i.address(2), moved);
    }

    pub(super) fn load_words(&mut self, address: Temp, count: usize) -> Vec<Temp> {
        let mut values = Vec::new();
        for number in 0..count {
            let address = offset(address, 4 * number as i64, self.block);
            values.push(self.block.load(address, ADDRESS_BITS, PLAIN));
        }
        values
    }

    pub(super) fn store_words(&mut self, address: Temp, values: &[Temp]) {
        for (number, value) in values.iter().enumerate() {
            let address = offset(address, 4 * number as i64, self.block);
            self.block.store(address, *value, PLAIN);
        }
    }

    pub(super) fn many(&mut self, many: Many, i: &I) {
        // The lowest register at the lowest address, however they are written.
        let number = |register: &&RegisterOperand| {
            assembly::lower::part::<Arm>(self.context, register).map(|part| part.register)
        };
        let mut registers: Vec<&RegisterOperand> = list(i).iter().collect();
        registers.sort_by_key(number);
        registers.dedup_by_key(|register| number(register));
        let stack = Words { down: false, before: false, moves: true };
        let (loads, words) = match many {
            Many::Load(words) => (true, words),
            Many::Store(words) => (false, words),
            Many::Pop => (true, stack),
            Many::Push => (false, Words { down: true, before: true, ..stack }),
        };
        let base = match many {
            Many::Load(_) | Many::Store(_) => self.read(i.register(0)),
            Many::Push | Many::Pop => self.block.read(STACK_POINTER, 0, ADDRESS_BITS),
        };
        let bytes = 4 * registers.len() as i64;
        let first = match (words.down, words.before) {
            (false, false) => 0,
            (false, true) => 4,
            (true, false) => 4 - bytes,
            (true, true) => -bytes,
        };
        let lowest = offset(base, first, self.block);
        let moved = offset(base, if words.down { -bytes } else { bytes }, self.block);
        let mut loaded = Vec::new();
        if loads {
            loaded = self.load_words(lowest, registers.len());
        } else {
            let values: Vec<Temp> = registers.iter().map(|register| self.read(register)).collect();
            self.store_words(lowest, &values);
        }
        if words.moves {
            match many {
                Many::Load(_) | Many::Store(_) => self.write(i.register(0), moved),
                Many::Push | Many::Pop => self.block.write(STACK_POINTER, 0, moved),
            }
        }
        for (register, value) in registers.into_iter().zip(loaded) {
            if register.is_in(PC) {
                self.go_to(value);
            } else {
                self.write(register, value);
            }
        }
    }

    pub(super) fn load_exclusive(&mut self, access: Access, i: &I) {
        let (address, _) = self.effective(i.address(1));
        RESERVATION.reserve(address, access.bits, self.block);
        let tags = if access.ordered { EXCLUSIVE.with(ACQUIRE) } else { EXCLUSIVE };
        let value = self.block.load(address, access.bits, tags);
        let value = self.widened(value, false);
        self.write(i.register(0), value);
    }

    pub(super) fn load_exclusive_pair(&mut self, ordered: bool, i: &I) {
        let address = self.read(&i.address(2).base);
        RESERVATION.reserve(address, 64, self.block);
        let tags = if ordered { EXCLUSIVE.with(ACQUIRE) } else { EXCLUSIVE };
        let both = self.block.load(address, 64, tags);
        self.write_pair(both, i);
    }

    pub(super) fn store_exclusive(&mut self, access: Access, i: &I) {
        let value = self.read(i.register(1));
        let value = self.block.resize(value, access.bits);
        let (address, _) = self.effective(i.address(2));
        self.store_conditional(address, access.bits, access.ordered, value, i.register(0));
    }

    pub(super) fn store_exclusive_pair(&mut self, ordered: bool, i: &I) {
        let [low, high] = [1, 2].map(|at| self.read(i.register(at)));
        let value = self.block.concatenate(high, low);
        let address = self.read(&i.address(3).base);
        self.store_conditional(address, 64, ordered, value, i.register(0));
    }

    /// The status register becomes 0 when the store succeeds, else 1.
    pub(super) fn store_conditional(
        &mut self,
        address: Temp,
        bits: Width,
        ordered: bool,
        value: Temp,
        status: &RegisterOperand,
    ) {
        let tags = if ordered { EXCLUSIVE.with(RELEASE) } else { EXCLUSIVE };
        let context = self.context;
        let store = |value, block: &mut BlockBuilder| block.store(address, value, tags);
        let report = |success: bool, block: &mut BlockBuilder| {
            let failed = block.constant(i128::from(!success), ADDRESS_BITS);
            assembly::lower::write::<Arm>(context, status, failed, block);
        };
        RESERVATION.store_conditional(address, bits, self.block, |_| value, store, report);
    }
}
