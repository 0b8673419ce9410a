// Starts `lakmus lsp`, and shows what its commands answer.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("lakmus");
  const server = {
    command: settings.get("path"),
    args: ["lsp", ...settings.get("arguments")],
    transport: TransportKind.stdio,
  };
  const options = {
    documentSelector: [{ language: "litmus" }, { language: "cat" }],
    middleware: {
      // The server answers its commands with text, which is shown beside the test.
      async executeCommand(command, args, next) {
        const text = await next(command, args);
        if (typeof text === "string") {
          const document = await vscode.workspace.openTextDocument({ content: text, language: "plaintext" });
          await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
        }
        return text;
      },
    },
  };
  client = new LanguageClient("lakmus", "Lakmus", server, options);
  context.subscriptions.push({ dispose: () => client.stop() });
  await client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
