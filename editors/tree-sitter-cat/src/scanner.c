// Comments `(* ... *)` nest, which no regular expression says.

#include "tree_sitter/parser.h"

enum TokenType { COMMENT };

void *tree_sitter_cat_external_scanner_create(void) { return 0; }
void tree_sitter_cat_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_cat_external_scanner_serialize(void *payload, char *buffer) {
    (void)payload;
    (void)buffer;
    return 0;
}
void tree_sitter_cat_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    (void)payload;
    (void)buffer;
    (void)length;
}

static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

bool tree_sitter_cat_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    (void)payload;
    if (!valid[COMMENT]) return false;
    while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
    if (lexer->lookahead != '(') return false;
    lexer->advance(lexer, false);
    if (lexer->lookahead != '*') return false;
    lexer->advance(lexer, false);
    unsigned depth = 1;
    while (depth > 0) {
        if (lexer->eof(lexer)) return false;
        int32_t c = lexer->lookahead;
        lexer->advance(lexer, false);
        if (c == '(' && lexer->lookahead == '*') {
            lexer->advance(lexer, false);
            depth++;
        } else if (c == '*' && lexer->lookahead == ')') {
            lexer->advance(lexer, false);
            depth--;
        }
    }
    lexer->result_symbol = COMMENT;
    return true;
}
