import { ApiError } from "../../../contract/error.ts"
import type { TakenField } from "../../data/accounts/user-rows.ts"

const takenWords: Record<TakenField, { field: "email" | "username"; words: string }> = {
  email: { field: "email", words: "This email is already registered" },
  username: { field: "username", words: "This username is already taken" },
  usernameLook: {
    field: "username",
    words: "This username looks like one that is taken. Please choose another.",
  },
}

/** Returns a 409 with the words for each field that another account holds. */
export function takenError(taken: readonly TakenField[]): ApiError {
  const fields = Object.fromEntries(taken.map((name) => [takenWords[name].field, takenWords[name].words]))
  return new ApiError("conflict", takenWords[taken[0] ?? "email"].words, { fields })
}
