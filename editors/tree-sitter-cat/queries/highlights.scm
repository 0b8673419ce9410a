[(comment) (line_comment)] @comment
(string) @string
(tag) @constant
(name) @variable
(header architecture: (name) @module)
(binding name: (name) @variable.definition)
(binding name: (name) @function parameter: _)
(binding parameter: (name) @variable.parameter)
(pattern (name) @variable.parameter)
(procedure name: (name) @function)
(apply function: (name) @function.call)
(call (name) @function.call)
(_ label: (name) @label)
["let" "rec" "and" "when" "in" "flag" "undefined_unless" "assert" "acyclic" "irreflexive" "empty" "as" "show" "unshow"
 "include" "procedure" "end" "call" "debug" "forall" "do" "with" "from" "if" "then" "else" "match" "enum" "fun" "try"
 "not" "variant" "subset" "begin" "catdep" "instructions" "default"] @keyword
["|" "++" ";" "&" "\\" "*" "~" "+" "?" "^" "-1" "&&" (closure)] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," "=" "->" "||"] @punctuation.delimiter
["0" "_"] @constant.builtin
