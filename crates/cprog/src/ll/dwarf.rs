//! Words of DWARF that debug nodes have.
//!
//! Sources: DWARF 5, tables 7.3, 7.9, 7.11, 7.16, 7.17, 7.23, and the extensions that the LLVM Language Reference and vendors list.

/// Operations of expressions without `DW_OP_`. `lit`, `reg` and `breg` have 32 each.
const OPERATIONS: &str = "addr deref const1u const1s const2u const2s const4u const4s const8u const8s constu consts dup drop over pick swap rot \
xderef abs and div minus mod mul neg not or plus plus_uconst shl shr shra xor skip bra eq ge gt le lt ne regx fbreg bregx piece deref_size \
xderef_size nop push_object_address call2 call4 call_ref form_tls_address call_frame_cfa bit_piece implicit_value stack_value \
implicit_pointer addrx constx entry_value const_type regval_type deref_type xderef_type convert reinterpret GNU_push_tls_address \
GNU_entry_value GNU_addr_index GNU_const_index GNU_uninit GNU_encoded_addr GNU_implicit_pointer GNU_const_type GNU_regval_type \
GNU_deref_type GNU_convert GNU_reinterpret GNU_parameter_ref GNU_variable_value PGI_omp_thread_num WASM_location WASM_location_int \
LLVM_fragment LLVM_convert LLVM_tag_offset LLVM_entry_value LLVM_implicit_pointer LLVM_arg LLVM_extract_bits_sext LLVM_extract_bits_zext \
LLVM_user LLVM_form_aspace_address LLVM_push_lane LLVM_offset LLVM_offset_uconst LLVM_bit_offset LLVM_call_frame_entry_reg LLVM_undefined \
LLVM_aspace_bregx LLVM_piece_end LLVM_extend LLVM_select_bit_piece";

const ENCODINGS: &str = "address boolean complex_float float signed signed_char unsigned unsigned_char imaginary_float packed_decimal \
numeric_string edited signed_fixed unsigned_fixed decimal_float UTF UCS ASCII HP_complex_float";

const TAGS: &str = "null array_type class_type entry_point enumeration_type formal_parameter imported_declaration label lexical_block member \
pointer_type reference_type compile_unit string_type structure_type subroutine_type typedef union_type unspecified_parameters variant \
common_block common_inclusion inheritance inlined_subroutine module ptr_to_member_type set_type subrange_type with_stmt access_declaration \
base_type catch_block const_type constant enumerator file_type friend namelist namelist_item packed_type subprogram \
template_type_parameter template_value_parameter thrown_type try_block variant_part variable volatile_type dwarf_procedure restrict_type \
interface_type namespace imported_module unspecified_type partial_unit imported_unit condition shared_type type_unit rvalue_reference_type \
template_alias coarray_type generic_subrange dynamic_type atomic_type call_site call_site_parameter skeleton_unit immutable_type MIPS_loop \
format_label function_template class_template GNU_BINCL GNU_EINCL GNU_template_template_param GNU_template_parameter_pack \
GNU_formal_parameter_pack GNU_call_site GNU_call_site_parameter APPLE_property SUN_function_template LLVM_ptrauth_type LLVM_annotation";

const LANGUAGES: &str = "C89 C Ada83 C_plus_plus Cobol74 Cobol85 Fortran77 Fortran90 Pascal83 Modula2 Java C99 Ada95 Fortran95 PLI ObjC \
ObjC_plus_plus UPC D Python OpenCL Go Modula3 Haskell C_plus_plus_03 C_plus_plus_11 OCaml Rust C11 Swift Julia C_plus_plus_14 Fortran03 \
Fortran08 RenderScript BLISS Kotlin Zig Crystal C_plus_plus_17 C_plus_plus_20 C17 Fortran18 Ada2005 Ada2012 HIP Assembly C_sharp Mojo GLSL \
GLSL_ES HLSL OpenCL_CPP CPP_for_OpenCL SYCL Ruby Move Hylo Metal Mips_Assembler GOOGLE_RenderScript BORLAND_Delphi V Algol68 P4";

const CONVENTIONS: &str = "normal program nocall pass_by_reference pass_by_value GNU_renesas_sh GNU_borland_fastcall_i386 BORLAND_safecall \
BORLAND_stdcall BORLAND_pascal BORLAND_msfastcall BORLAND_msreturn BORLAND_thiscall BORLAND_fastcall LLVM_vectorcall LLVM_Win64 \
LLVM_X86_64SysV LLVM_AAPCS LLVM_AAPCS_VFP LLVM_IntelOclBicc LLVM_SpirFunction LLVM_OpenCLKernel LLVM_Swift LLVM_PreserveMost \
LLVM_PreserveAll LLVM_X86RegCall LLVM_M68kRTD LLVM_PreserveNone LLVM_RISCVVectorCall LLVM_SwiftTail LLVM_DeviceKernel GDB_IBM_OpenCL";

/// Whether a word with its prefix is one of DWARF. Of prefixes that are not listed here all words are.
pub(crate) fn is_word(word: &str) -> bool {
    let lists = [
        ("DW_OP_", OPERATIONS),
        ("DW_ATE_", ENCODINGS),
        ("DW_TAG_", TAGS),
        ("DW_LANG_", LANGUAGES),
        ("DW_CC_", CONVENTIONS),
        ("DW_VIRTUALITY_", "none virtual pure_virtual"),
        ("DW_MACINFO_", "define undef start_file end_file vendor_ext"),
    ];
    let Some((rest, known)) = lists.iter().find_map(|(prefix, known)| Some((word.strip_prefix(prefix)?, *known)))
    else {
        return word.starts_with("DW_");
    };
    let is_numbered = word.starts_with("DW_OP_")
        && ["lit", "breg", "reg"].iter().any(|register| {
            let number = rest.strip_prefix(register).and_then(|number| number.parse::<u8>().ok());
            number.is_some_and(|number| number < 32)
        });
    is_numbered || known.split(' ').any(|known| known == rest)
}
