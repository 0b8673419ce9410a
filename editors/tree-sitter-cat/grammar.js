// The grammar of cat, the language of memory models, as Lakmus and herd7 read it.
//
// It is that of crates/cat/src/parser; editors/tests/tree-sitter.mjs holds it to the pieces that `lakmus` sees.

/// Loosest first; `|` and the like group to the right, `\` to the left.
const LEVEL = { union: 1, add: 2, sequence: 3, difference: 4, intersection: 5, product: 6, complement: 6, postfix: 7, apply: 9 };

const sep1 = (rule, by) => seq(rule, repeat(seq(by, rule)));

module.exports = grammar({
  name: "cat",

  extras: ($) => [/\s/, $.comment, $.line_comment],
  externals: ($) => [$.comment],
  word: ($) => $.name,
  conflicts: ($) => [[$.enum]],

  rules: {
    file: ($) => seq(optional($.header), repeat($._instruction)),
    header: ($) =>
      choice(
        seq(field("architecture", $.name), optional(choice($.string, $.name)), optional("catdep")),
        seq($.string, optional("catdep")),
        "catdep",
      ),

    _instruction: ($) =>
      choice(
        $.let,
        $.check,
        $.show,
        $.unshow,
        $.include,
        $.procedure,
        $.call,
        $.debug,
        $.forall,
        $.with,
        $.if_variant,
        $.match_instruction,
        $.enum,
        $.annotations,
      ),

    let: ($) =>
      prec.right(seq("let", optional("rec"), sep1($.binding, "and"), optional(seq("when", $._test)), optional("in"))),
    binding: ($) =>
      choice(
        seq(field("name", $.name), field("parameter", $._parameter), "=", field("value", $._expression)),
        seq(field("name", choice($.name, "_", $.pattern)), "=", field("value", $._expression)),
      ),
    _parameter: ($) => choice($.name, "_", $.pattern),
    pattern: ($) => seq("(", optional(sep1(choice($.name, "_"), ",")), ")"),

    check: ($) => seq(optional(choice("flag", "undefined_unless", "assert")), $._test),
    _test: ($) =>
      seq(optional("~"), choice("acyclic", "irreflexive", "empty"), $._expression, optional($._label)),
    _label: ($) => seq("as", field("label", $.name)),
    show: ($) => seq("show", $._operation, choice($._label, repeat(seq(",", $.name)))),
    unshow: ($) => seq("unshow", sep1($.name, ",")),
    include: ($) => seq("include", $.string),
    procedure: ($) =>
      seq("procedure", optional("rec"), field("name", $.name), $._parameter, "=", repeat($._instruction), "end"),
    call: ($) => seq("call", $.name, $._enclosed, optional($._label)),
    debug: ($) => seq("debug", $._expression),
    forall: ($) => seq("forall", $.name, "in", $._expression, "do", repeat($._instruction), "end"),
    with: ($) => seq("with", field("name", $.name), "from", $._expression),
    if_variant: ($) =>
      seq("if", $._variants, repeat($._instruction), optional(seq("else", repeat($._instruction))), "end"),
    match_instruction: ($) =>
      seq(
        "match",
        $._expression,
        "with",
        optional("||"),
        sep1(seq(choice($.tag, "_"), "->", repeat($._instruction)), "||"),
        "end",
      ),
    enum: ($) => seq("enum", field("name", $.name), "=", optional("||"), sep1($.tag, "||")),
    annotations: ($) => seq(choice("instructions", "default"), $.name, "[", sep1($._operation, ","), "]"),

    _variants: ($) =>
      choice(
        seq(optional("variant"), $.string),
        seq("(", $._variants, ")"),
        prec(3, seq("not", $._variants)),
        prec.left(2, seq($._variants, "&&", $._variants)),
        prec.left(1, seq($._variants, "||", $._variants)),
      ),

    _expression: ($) => choice($._operation, $.let_in, $.function, $.try, $.if, $.match),
    let_in: ($) => prec.right(seq("let", optional("rec"), sep1($.binding, "and"), "in", $._expression)),
    function: ($) => prec.right(seq("fun", $._parameter, "->", $._expression)),
    try: ($) => prec.right(seq("try", $._expression, "with", $._expression)),
    if: ($) =>
      prec.right(
        seq(
          "if",
          choice($._variants, seq($._operation, choice("=", "subset", "in"), $._operation)),
          "then",
          $._expression,
          "else",
          $._expression,
        ),
      ),
    match: ($) => seq("match", $._expression, "with", optional("||"), $._clauses, "end"),
    _clauses: ($) => sep1($.clause, "||"),
    clause: ($) =>
      seq(
        choice(
          $.tag,
          "_",
          seq("{", "}"),
          seq(choice($.name, "_"), optional(seq("|", choice($.name, "_"))), "++", choice($.name, "_")),
        ),
        "->",
        $._expression,
      ),

    _operation: ($) =>
      choice(
        ...[
          ["|", LEVEL.union],
          ["++", LEVEL.add],
          [";", LEVEL.sequence],
          ["&", LEVEL.intersection],
        ].map(([sign, level]) => prec.right(level, seq($._operation, sign, $._operation))),
        prec.left(LEVEL.difference, seq($._operation, "\\", $._operation)),
        prec.left(LEVEL.product, seq($._operation, "*", $._operation)),
        prec(LEVEL.complement, seq("~", $._operation)),
        prec.left(LEVEL.postfix, seq($._operation, choice("+", "?", seq("^", "-1")))),
        prec.left(LEVEL.postfix, seq($._operation, alias("*", $.closure))),
        $.apply,
        $._enclosed,
      ),
    apply: ($) => prec.left(LEVEL.apply, seq(field("function", choice($.name, $.apply)), $._argument)),
    _argument: ($) => choice("0", "_", $.name, $.tag, $.tuple, $.set, $.identity),
    _enclosed: ($) => choice("0", "_", $.name, $.tag, $.tuple, $.set, $.identity, seq("begin", $._expression, "end")),
    tuple: ($) => seq("(", optional(sep1($._expression, ",")), ")"),
    set: ($) => seq("{", optional(sep1($._operation, ",")), "}"),
    identity: ($) => seq("[", $._expression, "]"),

    name: () => token(/_?[A-Za-z]([A-Za-z0-9_.]|-+[A-Za-z0-9_.])*-*'?/),
    tag: () => token(/'_?[A-Za-z][A-Za-z0-9_.-]*'?/),
    string: () => token(/"[^"]*"/),
    line_comment: () => token(choice(/\/\/[^\n]*/, /#[^\n]*/)),
  },
});
