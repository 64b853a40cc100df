/**
 * A cookie that tells the page's scripts that a session exists; they cannot read the session's own
 * cookie. It is set and cleared with the session, and opens nothing itself.
 */
export const SIGNED_IN_COOKIE = "__Host-signed-in"
