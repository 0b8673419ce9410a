"""The server `lakmus lsp`, driven by the client of pytest-lsp (PyPI `pytest-lsp`): LAKMUS=... LAKMUS_ROOT=... pytest test_server.py

LAKMUS names the command, LAKMUS_ROOT the repository.
"""

import os
import statistics
import time
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = Path(os.environ.get("LAKMUS_ROOT", Path(__file__).parents[2])).resolve()
COMMAND = os.environ.get("LAKMUS", "lakmus")


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[COMMAND, "lsp"]))
async def client(lsp_client: LanguageClient):
    parameters = types.InitializeParams(capabilities=client_capabilities("visual-studio-code"))
    await lsp_client.initialize_session(parameters)
    yield
    await lsp_client.shutdown_session()


def opened(client, path, text=None):
    uri = path.as_uri()
    text = path.read_text() if text is None else text
    language = "litmus" if path.suffix == ".litmus" else "cat"
    item = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return uri, text


def position(text, needle):
    before = text[: text.index(needle)]
    return types.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1)


@pytest.mark.asyncio
async def test_a_model(client: LanguageClient):
    uri, text = opened(client, ROOT / "crates/models/cat/aarch64.cat")
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert [one for one in client.diagnostics[uri] if one.severity == types.DiagnosticSeverity.Error] == []
    document = types.TextDocumentIdentifier(uri=uri)
    place = position(text, "po-loc | amo")
    hover = await client.text_document_hover_async(types.HoverParams(text_document=document, position=place))
    assert "let po-loc" in hover.contents.value
    ca = position(text, "ca as internal")
    found = await client.text_document_definition_async(types.DefinitionParams(text_document=document, position=ca))
    assert found and found[0].uri.endswith("/cos-opt.cat") or found[0].uri.endswith("/cos-no-opt.cat") or found[0].uri.endswith(".cat")
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
    assert "internal" in [symbol.name for symbol in symbols]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text_document=document))
    assert len(tokens.data) > 1000


@pytest.mark.asyncio
async def test_a_test(client: LanguageClient):
    uri, text = opened(client, ROOT / "corpus/aarch64/LB+datas.litmus")
    document = types.TextDocumentIdentifier(uri=uri)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(text_document=document))
    assert len(lenses) == 2
    shown = await client.code_lens_resolve_async(lenses[0])
    assert shown.command.title.startswith("aarch64: ")
    completion = types.CompletionParams(text_document=document, position=position(text, "LDR"))
    proposals = await client.text_document_completion_async(completion)
    assert any(item.label == "LDAR" for item in proposals.items)


@pytest.mark.asyncio
async def test_diagnostics_are_soon_there(client: LanguageClient):
    """From a change to its diagnostics, for each shipped model: the medians of 20, and the slowest model. The number is reported, not required: machines differ."""
    worst = (0.0, "")
    for path in sorted((ROOT / "crates/models/cat").glob("*.cat")):
        uri, text = opened(client, path)
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        times = []
        for version in range(2, 22):
            end = text.count("\n")
            change = types.TextDocumentContentChangePartial(
                range=types.Range(start=types.Position(line=end, character=0), end=types.Position(line=end, character=0)),
                text=" ",
            )
            identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=version)
            start = time.perf_counter()
            client.text_document_did_change(
                types.DidChangeTextDocumentParams(text_document=identifier, content_changes=[change])
            )
            await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
            times.append(time.perf_counter() - start)
        client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=uri)))
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        worst = max(worst, (statistics.median(times), path.name))
    print(f"slowest model: {worst[1]}, {1000 * worst[0]:.1f} ms")
