/** What an access token may be allowed to do, by the name that a call's description has, in words for people. */
export const scopes = {
  "images:read": "See artwork, its findings and its files",
  "images:write": "Upload, change and delete artwork and its categories",
  "prints:read": "See prints, their sheets, manifests and links",
  "prints:write": "Make, change, cancel and delete prints, also from orders; send and share their files",
  "prints:spend": "Process prints, which spends credits, and set up autopilots that do",
  "orders:read": "See orders, with buyers' names and addresses",
  "orders:write": "Import, match, ship and delete orders, and ask buyers for approval",
  "settings:read": "See sizes, sheet templates, fonts, destinations, addresses for files and stores",
  "settings:write": "Change sizes, sheet templates, fonts, destinations, addresses for files and stores",
  "reports:read": "See reports and statistics",
} as const
export type Scope = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]
