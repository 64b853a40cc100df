/**
 * Says to the page's scripts that there is a session, whose own cookie they cannot read. It comes and goes with the
 * session and opens nothing.
 */
export const SIGNED_IN_COOKIE = "__Host-signed-in"
