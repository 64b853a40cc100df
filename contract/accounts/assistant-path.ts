/** The address that an assistant is given, below the app's own. */
export const ASSISTANT_PATH = "/mcp"
/** The page that an assistant sends a person to, who says there what it may do: OAuth's authorization endpoint. */
export const CONSENT_PATH = "/connect"
