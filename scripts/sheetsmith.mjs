#!/usr/bin/env node
// `npx sheetsmith` in a checkout: the command of clients/typescript, with the engine for `--local`.
process.env.INIT_CWD = process.cwd()
process.argv.splice(2, 0, "sheetsmith")
await import("./bootstrap.mjs")
