[(comment) (line_comment) (block_comment)] @comment
(string) @string
(number) @number
(word) @variable
(header architecture: (word) @type)
(header name: (title) @title)
(key) @property
(value) @string
(thread) @label
(register (name) @variable.parameter)
["exists" "forall" "final" "filter" "observed" "cases" "locations" (keyword)] @keyword
(operator) @operator
(sign) @punctuation.delimiter
["{" "}"] @punctuation.bracket
