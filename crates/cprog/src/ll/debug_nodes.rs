//! The kinds of debug nodes, with their fields.
//!
//! Source: the LLVM Language Reference, "Specialized Metadata Nodes", of LLVM 14 to 22.

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An integer of at most so many bits.
    Unsigned(u32),
    /// An integer or a node.
    Signed,
    /// `true` or `false`.
    Boolean,
    /// A string.
    Text {
        /// Whether it may be empty.
        empty: bool,
    },
    /// A node, or another piece of metadata.
    Node {
        /// Whether it may be `null`.
        null: bool,
    },
    /// Flags whose names begin so, or numbers, with `|` between them.
    Flags(&'static str),
    /// A word that begins so, or a number.
    Word(&'static str),
    /// One of these words, or a number.
    OneOf(&'static [&'static str]),
    /// A list in braces.
    List,
}

/// A field of a kind of nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it holds.
    pub(crate) shape: Shape,
    /// Whether it must be there.
    pub(crate) required: bool,
}

/// A kind of nodes. Those without fields have a list.
#[derive(Debug)]
pub(crate) struct Kind {
    /// Its name, without `!`.
    pub(crate) name: &'static str,
    /// Its fields.
    pub(crate) fields: &'static [Field],
}

/// The kind of a name.
pub(crate) fn kind_of(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

const fn may(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: false }
}

const fn must(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: true }
}

const BOOLEAN: Shape = Shape::Boolean;
const TEXT: Shape = Shape::Text { empty: true };
const NODE: Shape = Shape::Node { null: true };
const FLAGS: Shape = Shape::Flags("DIFlag");

static KINDS: &[Kind] = &[
    Kind {
        name: "DILocation",
        fields: &[
            may("line", Shape::Unsigned(32)),
            may("column", Shape::Unsigned(16)),
            must("scope", Shape::Node { null: false }),
            may("inlinedAt", NODE),
            may("isImplicitCode", BOOLEAN),
            may("atomGroup", Shape::Unsigned(64)),
            may("atomRank", Shape::Unsigned(8)),
        ],
    },
    Kind {
        name: "GenericDINode",
        fields: &[must("tag", Shape::Word("DW_TAG_")), may("header", TEXT), may("operands", Shape::List)],
    },
    Kind {
        name: "DISubrange",
        fields: &[
            may("count", Shape::Signed),
            may("lowerBound", Shape::Signed),
            may("upperBound", Shape::Signed),
            may("stride", Shape::Signed),
        ],
    },
    Kind {
        name: "DIGenericSubrange",
        fields: &[
            may("count", Shape::Signed),
            may("lowerBound", Shape::Signed),
            may("upperBound", Shape::Signed),
            may("stride", Shape::Signed),
        ],
    },
    Kind {
        name: "DISubrangeType",
        fields: &[
            may("name", TEXT),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("scope", NODE),
            may("size", Shape::Unsigned(64)),
            may("align", Shape::Unsigned(32)),
            may("flags", FLAGS),
            may("baseType", NODE),
            may("lowerBound", Shape::Signed),
            may("upperBound", Shape::Signed),
            may("stride", Shape::Signed),
            may("bias", Shape::Signed),
        ],
    },
    Kind {
        name: "DIEnumerator",
        fields: &[must("name", TEXT), must("value", Shape::Signed), may("isUnsigned", BOOLEAN)],
    },
    Kind {
        name: "DIBasicType",
        fields: &[
            may("tag", Shape::Word("DW_TAG_")),
            may("name", TEXT),
            may("size", Shape::Unsigned(64)),
            may("align", Shape::Unsigned(32)),
            may("encoding", Shape::Word("DW_ATE_")),
            may("flags", FLAGS),
            may("dataSize", Shape::Unsigned(32)),
            may("numExtraInhabitants", Shape::Unsigned(32)),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("scope", NODE),
        ],
    },
    Kind {
        name: "DIFixedPointType",
        fields: &[
            may("tag", Shape::Word("DW_TAG_")),
            may("name", TEXT),
            may("size", Shape::Unsigned(64)),
            may("align", Shape::Unsigned(32)),
            may("encoding", Shape::Word("DW_ATE_")),
            may("flags", FLAGS),
            may("kind", Shape::OneOf(&["Binary", "Decimal", "Rational"])),
            may("factor", Shape::Signed),
            may("numerator", Shape::Signed),
            may("denominator", Shape::Signed),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("scope", NODE),
        ],
    },
    Kind {
        name: "DIStringType",
        fields: &[
            may("tag", Shape::Word("DW_TAG_")),
            may("name", TEXT),
            may("stringLength", NODE),
            may("stringLengthExpression", NODE),
            may("stringLocationExpression", NODE),
            may("size", Shape::Unsigned(64)),
            may("align", Shape::Unsigned(32)),
            may("encoding", Shape::Word("DW_ATE_")),
        ],
    },
    Kind {
        name: "DIDerivedType",
        fields: &[
            must("tag", Shape::Word("DW_TAG_")),
            may("name", TEXT),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("scope", NODE),
            must("baseType", NODE),
            may("size", Shape::Unsigned(64)),
            may("align", Shape::Unsigned(32)),
            may("offset", Shape::Unsigned(64)),
            may("flags", FLAGS),
            may("extraData", NODE),
            may("dwarfAddressSpace", Shape::Unsigned(32)),
            may("annotations", NODE),
            may("ptrAuthKey", Shape::Unsigned(32)),
            may("ptrAuthIsAddressDiscriminated", BOOLEAN),
            may("ptrAuthExtraDiscriminator", Shape::Unsigned(32)),
            may("ptrAuthIsaPointer", BOOLEAN),
            may("ptrAuthAuthenticatesNullValues", BOOLEAN),
        ],
    },
    Kind {
        name: "DICompositeType",
        fields: &[
            must("tag", Shape::Word("DW_TAG_")),
            may("name", TEXT),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("scope", NODE),
            may("baseType", NODE),
            may("size", Shape::Unsigned(64)),
            may("align", Shape::Unsigned(32)),
            may("offset", Shape::Unsigned(64)),
            may("flags", FLAGS),
            may("elements", NODE),
            may("runtimeLang", Shape::Word("DW_LANG_")),
            may("vtableHolder", NODE),
            may("templateParams", NODE),
            may("identifier", TEXT),
            may("discriminator", NODE),
            may("dataLocation", NODE),
            may("associated", NODE),
            may("allocated", NODE),
            may("rank", Shape::Signed),
            may("annotations", NODE),
            may("numExtraInhabitants", Shape::Unsigned(32)),
            may("specification", NODE),
            may("enumKind", Shape::Word("DW_APPLE_ENUM_KIND_")),
            may("bitStride", NODE),
        ],
    },
    Kind {
        name: "DISubroutineType",
        fields: &[may("flags", FLAGS), may("cc", Shape::Word("DW_CC_")), must("types", NODE)],
    },
    Kind {
        name: "DIFile",
        fields: &[
            must("filename", TEXT),
            must("directory", TEXT),
            may("checksumkind", Shape::OneOf(&["CSK_MD5", "CSK_SHA1", "CSK_SHA256"])),
            may("checksum", TEXT),
            may("source", TEXT),
        ],
    },
    Kind {
        name: "DICompileUnit",
        fields: &[
            may("language", Shape::Word("DW_LANG_")),
            may("sourceLanguageName", Shape::Word("DW_LNAME_")),
            may("sourceLanguageVersion", Shape::Unsigned(32)),
            must("file", Shape::Node { null: false }),
            may("producer", TEXT),
            may("isOptimized", BOOLEAN),
            may("flags", TEXT),
            may("runtimeVersion", Shape::Unsigned(32)),
            may("splitDebugFilename", TEXT),
            may("emissionKind", Shape::OneOf(&["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"])),
            may("enums", NODE),
            may("retainedTypes", NODE),
            may("globals", NODE),
            may("imports", NODE),
            may("macros", NODE),
            may("dwoId", Shape::Unsigned(64)),
            may("splitDebugInlining", BOOLEAN),
            may("debugInfoForProfiling", BOOLEAN),
            may("nameTableKind", Shape::OneOf(&["Default", "GNU", "None", "Apple"])),
            may("rangesBaseAddress", BOOLEAN),
            may("sysroot", TEXT),
            may("sdk", TEXT),
            may("dialect", Shape::Unsigned(32)),
        ],
    },
    Kind {
        name: "DISubprogram",
        fields: &[
            may("scope", NODE),
            may("name", TEXT),
            may("linkageName", TEXT),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("type", NODE),
            may("isLocal", BOOLEAN),
            may("isDefinition", BOOLEAN),
            may("scopeLine", Shape::Unsigned(32)),
            may("containingType", NODE),
            may("virtuality", Shape::Word("DW_VIRTUALITY_")),
            may("virtualIndex", Shape::Unsigned(32)),
            may("thisAdjustment", Shape::Signed),
            may("flags", FLAGS),
            may("spFlags", Shape::Flags("DISPFlag")),
            may("isOptimized", BOOLEAN),
            may("unit", NODE),
            may("templateParams", NODE),
            may("declaration", NODE),
            may("retainedNodes", NODE),
            may("thrownTypes", NODE),
            may("annotations", NODE),
            may("targetFuncName", TEXT),
            may("keyInstructions", BOOLEAN),
        ],
    },
    Kind {
        name: "DILexicalBlock",
        fields: &[
            must("scope", Shape::Node { null: false }),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("column", Shape::Unsigned(16)),
        ],
    },
    Kind {
        name: "DILexicalBlockFile",
        fields: &[
            must("scope", Shape::Node { null: false }),
            may("file", NODE),
            must("discriminator", Shape::Unsigned(32)),
        ],
    },
    Kind {
        name: "DICommonBlock",
        fields: &[
            must("scope", NODE),
            may("declaration", NODE),
            may("name", TEXT),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
        ],
    },
    Kind {
        name: "DINamespace",
        fields: &[
            must("scope", NODE),
            may("name", TEXT),
            may("exportSymbols", BOOLEAN),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
        ],
    },
    Kind {
        name: "DIMacro",
        fields: &[
            must("type", Shape::Word("DW_MACINFO_")),
            may("line", Shape::Unsigned(32)),
            must("name", TEXT),
            may("value", TEXT),
        ],
    },
    Kind {
        name: "DIMacroFile",
        fields: &[
            may("type", Shape::Word("DW_MACINFO_")),
            may("line", Shape::Unsigned(32)),
            must("file", NODE),
            may("nodes", NODE),
        ],
    },
    Kind {
        name: "DIModule",
        fields: &[
            must("scope", NODE),
            must("name", TEXT),
            may("configMacros", TEXT),
            may("includePath", TEXT),
            may("apinotes", TEXT),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("isDecl", BOOLEAN),
        ],
    },
    Kind {
        name: "DITemplateTypeParameter",
        fields: &[may("name", TEXT), must("type", NODE), may("defaulted", BOOLEAN)],
    },
    Kind {
        name: "DITemplateValueParameter",
        fields: &[
            may("tag", Shape::Word("DW_TAG_")),
            may("name", TEXT),
            may("type", NODE),
            may("defaulted", BOOLEAN),
            must("value", NODE),
        ],
    },
    Kind {
        name: "DIGlobalVariable",
        fields: &[
            may("name", Shape::Text { empty: false }),
            may("scope", NODE),
            may("linkageName", TEXT),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("type", NODE),
            may("isLocal", BOOLEAN),
            may("isDefinition", BOOLEAN),
            may("templateParams", NODE),
            may("declaration", NODE),
            may("align", Shape::Unsigned(32)),
            may("annotations", NODE),
        ],
    },
    Kind {
        name: "DILocalVariable",
        fields: &[
            must("scope", Shape::Node { null: false }),
            may("name", TEXT),
            may("arg", Shape::Unsigned(16)),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("type", NODE),
            may("flags", FLAGS),
            may("align", Shape::Unsigned(32)),
            may("annotations", NODE),
        ],
    },
    Kind {
        name: "DILabel",
        fields: &[
            must("scope", Shape::Node { null: false }),
            must("name", TEXT),
            must("file", NODE),
            must("line", Shape::Unsigned(32)),
            may("column", Shape::Unsigned(32)),
            may("isArtificial", BOOLEAN),
            may("coroSuspendIdx", Shape::Unsigned(32)),
        ],
    },
    Kind { name: "DIExpression", fields: &[] },
    Kind { name: "DIArgList", fields: &[] },
    Kind { name: "DIGlobalVariableExpression", fields: &[must("var", NODE), must("expr", NODE)] },
    Kind {
        name: "DIObjCProperty",
        fields: &[
            may("name", TEXT),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("setter", TEXT),
            may("getter", TEXT),
            may("attributes", Shape::Unsigned(32)),
            may("type", NODE),
        ],
    },
    Kind {
        name: "DIImportedEntity",
        fields: &[
            must("tag", Shape::Word("DW_TAG_")),
            must("scope", NODE),
            may("entity", NODE),
            may("file", NODE),
            may("line", Shape::Unsigned(32)),
            may("name", TEXT),
            may("elements", NODE),
        ],
    },
    Kind { name: "DIAssignID", fields: &[] },
];
