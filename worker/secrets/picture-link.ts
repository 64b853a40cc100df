import type { Id } from "../../contract/id.ts"
import { readSignedId, signId } from "./signed-id.ts"

const SCOPE = "mailed-picture"

/**
 * Returns the token of the picture in the mail about an attempt. It opens that picture alone: mails are
 * forwarded, and their pictures fetched by others, while a sheet's token opens all files of its print.
 */
export function makePictureToken(key: string, attemptId: Id): Promise<string> {
  return signId(key, SCOPE, attemptId)
}

/** Returns the attempt's id; null for a token that is foreign or altered. */
export function readPictureToken(key: string, token: string): Promise<Id | null> {
  return readSignedId(key, SCOPE, token)
}
