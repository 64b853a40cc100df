// `npx sheetsmith print FILE…` and `npx sheetsmith pull --into FOLDER`.
import { runCommand } from "../clients/typescript/command/run.ts"

// npm may have changed into the project folder, but paths are relative to where the person called it.
process.chdir(process.env.INIT_CWD ?? process.cwd())
process.exitCode = await runCommand(process.argv.slice(2))
