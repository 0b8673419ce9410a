// All tests of the page, or those whose names contain a word: node tests/run.mjs [WORD], with the server's program as LAKMUS_EXPLORE.
import { runAll } from "./harness.mjs";
import "./page.mjs";
import "./views.mjs";
import "./reports.mjs";
import "./limits.mjs";
import "./program.mjs";

await runAll(process.argv[2]);
