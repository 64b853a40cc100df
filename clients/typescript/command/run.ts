import { type ExitCode, exitCodes, Refusal } from "./exit-code.ts"
import { print } from "./print.ts"
import { pull } from "./pull.ts"

const USAGE = `sheetsmith print FILE… --width INCHES [--copies N] [--out FOLDER]
  Prints files: lays them out, renders the sheets, fetches them into FOLDER (sheets).
  --template NAME     the sheet template; the default one unless given
  --max-credits N     refuses a job that would take more
  --quote             tells the price and prints nothing
  --draft             leaves a draft for a person
  --key TEXT          the same key prints once in 30 days, however often it is run
  --name, --reference what the print and the job are called
  --local             by the engine on this machine: no account, no credits
  --json              one document for programs

sheetsmith pull --into FOLDER
  Fetches finished files as they come, each once, until it is stopped.
  --since DAY         also those that ended since then
  --format png        those of one format alone
  --every SECONDS     the pause between two looks (10)
  --tests             test prints, too
  --once              looks once

SHEETSMITH_TOKEN is an access token, SHEETSMITH_ORIGIN (or --origin) the address of the app.
Exit status: 0 done, 1 refused or failed, 2 usage, 3 not allowed, 4 not reached (try again; print
  with the --key that it tells), 5 credits.`

/** Runs the command `sheetsmith`; returns the exit status. */
export async function runCommand([name, ...args]: string[]): Promise<ExitCode> {
  try {
    switch (name) {
      case "print":
        return await print(args)
      case "pull":
        return await pull(args)
      case "help":
      case "--help":
        console.log(USAGE)
        return exitCodes.done
      default:
        throw new Refusal(USAGE, exitCodes.usage)
    }
  } catch (error) {
    if (error instanceof Refusal) {
      console.error(error.message)
      return error.exitCode
    }
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_")) {
      console.error(error.message)
      return exitCodes.usage
    }
    throw error
  }
}
