import { createSheetsmith, type Sheetsmith } from "../sheetsmith.ts"
import { exitCodes, Refusal } from "./exit-code.ts"

/** The variables that say where the app is and who calls. */
const TOKEN = "SHEETSMITH_TOKEN"
const ORIGIN = "SHEETSMITH_ORIGIN"

/** Opens the account of the environment's token; a token never stands among the arguments, where other people of the machine see it. */
export function openAccount(env: NodeJS.ProcessEnv, origin = env[ORIGIN]): Sheetsmith {
  const token = env[TOKEN]
  if (!token)
    throw new Refusal(`Set ${TOKEN} to an access token, made on the profile page.`, exitCodes.forbidden)
  if (!origin || !URL.canParse(origin))
    throw new Refusal(`Set ${ORIGIN} to the address of the app, or give --origin: https://…`, exitCodes.usage)
  return createSheetsmith({ origin, token })
}
