// `npm run sheet -- JOB.json --out DIR`: the engine from the command line.
import { runSheetCommand } from "../cli/sheet-command.ts"

// npm changes into the project folder, but paths are relative to where the person called it.
process.chdir(process.env.INIT_CWD ?? process.cwd())
process.exitCode = await runSheetCommand(process.argv.slice(2))
