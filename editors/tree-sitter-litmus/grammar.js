// The envelope of litmus tests: header, initial state, program, conditions. What an instruction is differs from machine to machine; a program is words, numbers and signs here, in rows and
// cells where it is a table. `lakmus lsp` says more.
//
// editors/tests/tree-sitter.mjs holds it to the pieces that `lakmus` sees.

const sep1 = (rule, by) => seq(rule, repeat(seq(by, rule)));

module.exports = grammar({
  name: "litmus",

  extras: ($) => [/\s/, $.comment],
  externals: ($) => [$.comment],
  word: ($) => $.word,

  rules: {
    test: ($) => seq($.header, $.state, optional($.program), repeat($._conditions)),

    header: ($) =>
      seq(
        field("architecture", $.word),
        field("name", $.title),
        repeat(choice($.information, $.string, $.word, $.number, $.sign, "=", ":")),
      ),
    // A line `Key=value`, up to its end.
    information: ($) => seq($.key, optional($.value)),
    key: () => token(prec(2, /[A-Za-z][A-Za-z0-9_\/.-]*[ \t]*=/)),
    value: () => token.immediate(prec(1, /[^\n]+/)),
    // Names of tests have signs in them.
    title: () => token(/[A-Za-z0-9_][A-Za-z0-9_\/.+\[\]:-]*/),

    state: ($) => seq("{", repeat($._item), "}"),
    _item: ($) => choice($.register, $.word, $.number, $.string, $.state, "=", ";", ",", "*", "[", "]", "(", ")", ":", "+", "-", "&"),

    program: ($) => repeat1(choice($.thread, $.word, $.number, $.string, $.sign, $.line_comment, $.block_comment, $.braces)),
    braces: ($) =>
      seq("{", repeat(choice($.thread, $.word, $.number, $.string, $.sign, $.line_comment, $.block_comment, $.braces)), "}"),
    sign: () => token(prec(-2, /[|;()\[\],:=+\-*\/<>!&^~?#$%@.'\\]/)),

    _conditions: ($) => choice($.condition, $.locations),
    locations: ($) => seq("locations", repeat($._inside)),
    condition: ($) =>
      seq(
        // One piece, since a condition may end before it, and `~` goes on with one.
        choice("exists", alias(token(prec(3, /~\s*exists/)), $.keyword), "forall", "final", "filter", "observed", "cases"),
        repeat($._inside),
      ),
    _inside: ($) =>
      choice(
        $.register,
        $.word,
        $.number,
        $.string,
        alias(choice("not", "and", "or", "true", "false", "with", "fault"), $.keyword),
        alias(choice("/\\", "\\/", "=>", "=", "!=", "<>", "==", "~"), $.operator),
        ...["(", ")", "[", "]", "{", "}", ";", ",", ":", "*", "&"],
      ),

    register: ($) => seq(alias(token(prec(2, /P?[0-9]+:/)), $.thread), alias($._register_name, $.name)),
    _register_name: () => token.immediate(/%?[A-Za-z_$][A-Za-z0-9_.]*/),
    thread: () => token(prec(1, /P[0-9]+/)),

    word: () => token(/[%$]?[A-Za-z_.][A-Za-z0-9_.$]*/),
    number: () => token(prec(1, /[#$]?-?(0[xX][0-9A-Fa-f]+|[0-9]+)/)),
    // `instr:"NOP"` and `label:"P0:L0"` are values.
    string: () => token(choice(/([a-z]+:)?"[^"]*"/, /`[^`]*`/)),
    line_comment: () => token(/\/\/[^\n]*/),
    block_comment: () => token(/\/\*([^*]|\*+[^*\/])*\*+\//),
  },
});
