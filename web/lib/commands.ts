import {
  type CommandParts,
  type KeyTarget,
  keyCommands,
  listerOf,
  onlyAdmins,
  onlyOwners,
  page,
} from "./key-commands.ts"

/**
 * The effect of a command, if it is none that keys have: it buys or signs out, or presses the button that is marked
 * with the command (`asCommand`), which only some pages have.
 */
export type CommandTarget = KeyTarget | { does: "buy-credits" | "sign-out" } | { presses: "button" }

/** `also` has the other words that people use for it. */
type CommandSpec = CommandParts<CommandTarget> & { also: string }

const button = { presses: "button" } as const

/**
 * Every command of the app, in the order of lists. The palette is made from it; the list of keys, tooltips
 * and the keys themselves from its part with keys.
 */
const registry = {
  find: { ...keyCommands.find, also: "search palette" },
  "search-page": { ...keyCommands["search-page"], also: "" },
  "new-print": { ...keyCommands["new-print"], also: "create gang sheet film by hand manual layout" },
  "upload-images": {
    ...keyCommands["upload-images"],
    also: "add artwork design png svg jpeg files pictures",
  },
  "todays-batch": {
    ...keyCommands["todays-batch"],
    also: "today's batch ship late overdue due daily orders print",
  },
  "import-orders": {
    ...keyCommands["import-orders"],
    also: "csv xlsx excel spreadsheet file amazon tiktok ebay woocommerce upload",
  },
  "sync-orders": { name: "Sync orders", also: "refresh fetch new etsy shopify pull", target: button },
  "orders-to-match": {
    name: "Orders to match",
    also: "inbox unmatched artwork missing sku",
    target: { href: "/orders?unmatched=true" },
  },
  "texts-to-check": {
    name: "Texts to check",
    also: "names numbers personalisation personalization buyer text confirm",
    target: { href: "/orders?doubtful=true" },
  },
  "artwork-to-look-at": {
    name: "Artwork to look at",
    also: "ink check white box background halo glow fringe thin lines transparent see-through faint findings",
    target: { href: "/images?ink=open" },
  },
  "sku-list": {
    name: "Match SKUs from a list",
    also: "paste spreadsheet artwork images",
    target: { href: "/orders?addSkuImages=true" },
  },
  "orders-to-press": {
    name: "Orders to press",
    also: "heat press pressed mark printed film",
    target: { href: "/orders?step=on-film" },
  },
  "orders-to-ship": {
    name: "Orders to ship",
    also: "tracking numbers carrier label parcel post pressed mark shipped",
    target: { href: "/orders?step=pressed" },
  },
  "orders-as-csv": {
    name: "Download orders as CSV",
    also: "export spreadsheet excel file",
    target: button,
  },
  "put-on-film": { name: "Put on film", also: "print selected orders next step batch", target: button },
  "create-print": { name: "Create Print", also: "film sheet selected orders batch", target: button },
  "send-proofs": {
    name: "Send proof",
    also: "buyer customer approve approval sign-off mockup ask change",
    target: button,
  },
  "mark-as-pressed": { name: "Mark as pressed", also: "heat press done", target: button },
  "mark-as-shipped": {
    name: "Mark as shipped",
    also: "tracking numbers carrier send post sent parcel",
    target: button,
  },
  "process-print": {
    name: "Process Print",
    also: "render make film print sheet go start credits",
    target: button,
  },
  "save-draft": { name: "Save draft", also: "keep later", target: button },
  roster: {
    name: "Roster",
    also: "names numbers team list paste players spreadsheet jersey",
    target: button,
  },
  "paste-items": {
    name: "Paste quantities and sizes",
    also: "spreadsheet list columns fill clipboard",
    target: button,
  },
  "add-item": { name: "Add Item", also: "image artwork copy design", target: button },
  "remake-pieces": { name: "Remake pieces", also: "again reprint spoiled misprint redo fix", target: button },
  "download-sheets": {
    name: "Download sheets",
    also: "save files png pdf tiff film zip expire expiry kept",
    target: button,
  },
  "duplicate-print": { name: "Duplicate print", also: "copy again repeat", target: button },
  "rename-print": { name: "Rename print", also: "name title", target: button },
  "process-prints": { name: "Process selected prints", also: "render make film start", target: button },
  "link-for-shop": {
    name: "Link for your print shop",
    also: "share printer send files sheets url download page",
    target: button,
  },
  "open-fonts": {
    name: "Fonts",
    also: "typefaces letters upload fonts ttf otf names numbers",
    ...page("/fonts"),
  },
  "add-size": { name: "Add size", also: "create width inches", target: { href: "/sizes?addSize=true" } },
  "add-template": {
    name: "Add sheet template",
    also: "roll film width gap create",
    target: { href: "/sizes?tab=templates&addTemplate=true" },
  },
  "add-destination": {
    name: "Add destination",
    also: "printer rip create",
    target: { href: "/sizes?tab=destinations&addDestination=true" },
  },
  "add-print-shop": {
    name: "Add a print shop",
    also: "second another printer supplier",
    target: button,
  },
  "test-sheet": {
    name: "Print a test sheet",
    also: "ruler line widths cut line white calibration sample",
    target: button,
  },
  "add-address": {
    name: "Add an address for files",
    also: "send delivery email ftp sftp webhook folder hot",
    target: { href: "/integrations?addAddress=true" },
  },
  "add-category": {
    name: "Add image category",
    also: "folder group tag create",
    target: { href: "/images?editCategory=new" },
  },
  "connect-store": {
    name: "Connect a store",
    also: "shop etsy shopify marketplace integration add",
    target: { href: "/integrations?addIntegration=true" },
  },
  "print-names": {
    name: "Print a list of names",
    also: "roster numbers team players jersey shirt personalise personalize paste spreadsheet csv",
    target: { href: "/prints/manual-create?roster=choose" },
  },
  "buy-credits": {
    name: "Buy credits",
    also: "pay price prices top up card paypal",
    target: { does: "buy-credits" },
    ...onlyOwners,
  },
  manifest: {
    name: "Manifest",
    also: "tick off pieces press list pack labels scan codes copies",
    target: button,
  },
  "printable-manifest": { name: "Printable manifest", also: "page paper list pick", target: button },
  "manifest-csv": { name: "Download manifest as CSV", also: "spreadsheet excel file", target: button },
  "send-files": {
    name: "Send files to your print shop",
    also: "deliver upload email ftp sftp dropbox folder printer",
    target: button,
  },
  "send-elsewhere": { name: "Send files elsewhere", also: "other address deliver", target: button },
  "write-again": {
    name: "Write files for another destination",
    also: "format cut line white mirror rip print shop again",
    target: button,
  },
  "share-file": { name: "Share File", also: "copy link url sheet", target: button },
  "delete-print": { name: "Delete print", also: "remove bin trash data", target: button },
  "cancel-prints": { name: "Cancel selected prints", also: "stop abort", target: button },
  "delete-prints": { name: "Delete selected prints", also: "remove bin trash", target: button },
  "delete-orders": { name: "Delete selected orders", also: "remove bin trash", target: button },
  "take-back-step": {
    name: "Take back the last step of selected orders",
    also: "undo pressed shipped film revert",
    target: button,
  },
  "mend-images": {
    name: "Mend selected images",
    also: "fix repair remove background harden edges thicken white box halo specks",
    target: button,
  },
  "mend-image": {
    name: "Mend all it can of this image",
    also: "fix repair remove background harden edges thicken white box halo specks",
    target: button,
  },
  "edit-mends": {
    name: "Edit mends of this image",
    also: "fix repair background halftone outline thicken crop turn recolour recolor before after",
    target: button,
  },
  "move-images": {
    name: "Change category of selected images",
    also: "move folder group tag",
    target: button,
  },
  "print-images": { name: "New print of selected images", also: "film sheet", target: button },
  "delete-images": { name: "Delete selected images", also: "remove bin trash artwork", target: button },
  "upload-fonts": { name: "Upload fonts", also: "add typeface ttf otf woff letters", target: button },
  "add-mend": {
    name: "Add mend",
    also: "remove background halftone outline thicken crop turn recolour recolor knock out enlarge trace",
    target: button,
  },
  "add-text": {
    name: "Add text",
    also: "name number date choice field layer personalise personalize",
    target: button,
  },
  "run-autopilot": { name: "Run this autopilot now", also: "start batch", target: button },
  "edit-autopilot": {
    name: "Edit this autopilot",
    also: "set up change times stores credits rule schedule",
    target: button,
  },
  "delete-autopilot": { name: "Delete this autopilot", also: "remove stop end", target: button },
  "connect-again": { name: "Connect this store", also: "again reconnect etsy shopify token", target: button },
  "edit-store": { name: "Edit this store", also: "rename name change integration", target: button },
  "delete-store": {
    name: "Delete this store",
    also: "remove disconnect integration etsy shopify",
    target: button,
  },
  "report-csv": {
    name: "Download this report as CSV",
    also: "export spreadsheet excel file",
    target: button,
  },
  "refresh-operations": { name: "Refresh operations", also: "reload", target: button, ...onlyAdmins },
  "edit-user": { name: "Edit this user", also: "change account role status", target: button, ...onlyAdmins },
  "edit-credit": {
    name: "Edit this user’s credits",
    also: "add give change",
    target: button,
    ...onlyAdmins,
  },
  "delete-user": { name: "Delete this user", also: "remove account", target: button, ...onlyAdmins },
  "delete-account": {
    name: "Delete account",
    also: "close leave data gdpr",
    target: { href: "/profile?deleteAccount=true" },
    ...onlyOwners,
  },
  "add-user": {
    name: "Add user",
    also: "create account",
    target: { href: "/users?addUser=true" },
    ...onlyAdmins,
  },
  "pending-transfers": {
    name: "Pending bank transfers",
    also: "payments money",
    target: { href: "/completed-payments?tab=pending" },
    ...onlyAdmins,
  },
  keys: { ...keyCommands.keys, also: "keys help hotkeys" },
  "sign-out": { name: "Log out", also: "sign out logout leave", target: { does: "sign-out" } },
  "sign-out-elsewhere": {
    name: "Log out everywhere else",
    also: "devices sessions security sign out",
    target: { href: "/profile?signOutElsewhere=true" },
    ...onlyOwners,
  },
  dashboard: { ...keyCommands.dashboard, also: "home start today" },
  orders: { ...keyCommands.orders, also: "etsy shopify sales buyers customers undo revert" },
  prints: {
    ...keyCommands.prints,
    also: "drafts sheets film jobs batches files expire expiry kept cancel stop undo remake reprint manifest scan delete remove",
  },
  drafts: { name: "Drafts", also: "prints unfinished not processed", ...page("/prints?status=In%20Draft") },
  sizes: { ...keyCommands.sizes, also: "widths inches" },
  "print-shop": {
    ...keyCommands["print-shop"],
    also: "printer my roll gap files destination film costs send",
  },
  "film-costs": {
    name: "What film costs",
    also: "cost of film price prices ink powder print shop",
    ...page("/print-shop?change=cost"),
  },
  "where-files-go": {
    name: "Where files go",
    also: "print shop printer delivery address folder webdav s3 bucket upload form send",
    ...page("/print-shop?change=place"),
  },
  templates: {
    name: "Sheet templates",
    also: "roll film width gap edge price ink labels",
    ...page("/sizes?tab=templates"),
  },
  destinations: {
    name: "Destinations",
    also: "print shop printer rip cutter cut line white mirror pdf tiff file names",
    ...page("/sizes?tab=destinations"),
  },
  images: { ...keyCommands.images, also: "artwork library designs pictures" },
  integrations: {
    ...keyCommands.integrations,
    also: "stores shops etsy shopify marketplaces delivery addresses autopilot automatic schedule",
  },
  reports: { ...keyCommands.reports, also: "costs figures statistics film used profit margin" },
  profile: {
    name: "My profile",
    also: "account password e-mail email company phone time zone devices export data delete",
    ...page("/profile"),
    ...onlyOwners,
  },
  "length-unit": {
    name: "Inches or centimetres",
    also: "units metric imperial cm in centimeters measure lengths widths",
    ...page("/profile#lengths"),
    ...onlyOwners,
  },
  "change-password": {
    name: "Change password",
    also: "security login sign in",
    ...page("/profile#password"),
    ...onlyOwners,
  },
  "who-gets-mails": {
    name: "Who gets e-mails",
    also: "mail mails email notifications buyers print shop",
    ...page("/profile#mails"),
    ...onlyOwners,
  },
  "new-token": {
    name: "New access token",
    also: "api key developers program script web shop integration automate",
    target: { href: "/profile?addToken=true" },
    ...onlyOwners,
  },
  "connect-assistant": {
    name: "Connect an assistant",
    also: "claude chatgpt ai agent mcp connector",
    ...page("/profile#assistants"),
    ...onlyOwners,
  },
  "new-image-mends": {
    name: "Mends of new images",
    also: "always by itself rule automatic remove background harden edges thicken uploads",
    ...page("/profile#new-image-mends"),
    ...onlyOwners,
  },
  people: {
    name: "People in your account",
    also: "team staff members colleagues employees maker press roles",
    ...page("/profile#people"),
    ...onlyOwners,
  },
  "invite-person": {
    name: "Invite somebody",
    also: "invitation add person people team staff member colleague employee maker press",
    target: { href: "/profile?invitePerson=true" },
    ...onlyOwners,
  },
  "new-endpoint": {
    name: "New endpoint for events",
    also: "webhook callback developers program notify hook",
    target: { href: "/profile?addEndpoint=true" },
  },
  developers: {
    name: "How programs call",
    also: "api developers guide documentation docs curl script openapi reference webhook command line",
    ...page("/developers"),
  },
  "your-data": {
    name: "Your data",
    also: "download export archive backup zip gdpr delete account",
    ...page("/profile#your-data"),
    ...onlyOwners,
  },
  "payment-history": {
    name: "Payment history",
    also: "invoices receipts refunds money back credits spent statement",
    ...page("/profile#payments"),
    ...onlyOwners,
  },
  users: { ...keyCommands.users, also: "accounts people" },
  "completed-payments": { ...keyCommands["completed-payments"], also: "transfers money disputes refunds" },
  disputes: {
    name: "Disputed payments",
    also: "paypal chargeback",
    ...page("/completed-payments?tab=disputed"),
    ...onlyAdmins,
  },
  operations: { ...keyCommands.operations, also: "stuck errors vendors jobs" },
} satisfies Record<string, CommandSpec>

export type CommandId = keyof typeof registry
export type Command = CommandSpec & { id: CommandId }

/** Returns all commands of somebody. */
export const commandsFor = listerOf<Command>(registry)

/** Presses a command's button, if the page has it. A menu opens by the key that opens it for everybody. */
export function pressButton(id: CommandId): void {
  const button = buttonOf(id)
  const isMenu = button?.getAttribute("aria-haspopup") === "menu"
  if (!isMenu) button?.click()
  else button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }))
}

/**
 * Returns the button that a command presses: the first that is shown and can be pressed. Buttons of rows are
 * none of the page.
 */
export function buttonOf(id: CommandId): HTMLElement | null {
  const buttons = document.querySelectorAll<HTMLElement>(`main [data-command="${id}"]:not(table *, li *)`)
  return (
    [...buttons].find((one) => one.checkVisibility() && !one.matches(":disabled, [aria-disabled=true]")) ??
    null
  )
}
