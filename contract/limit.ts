/** The limits that people meet. The server enforces them, and the page names them first. */
export const MIB = 1024 * 1024
/**
 * The largest artwork file. Cloudflare's Free and Pro plans refuse requests above 100 MB before the
 * Worker sees them: with the form around it, a file of this size stays 0.3 MB below.
 */
export const MAX_UPLOAD_BYTES = 95 * MIB
/** The files in one upload call; the page splits larger selections. */
export const MAX_UPLOAD_FILES = 20
/** The items in one print, and all their copies: as many as one layout call can lay out in time. */
export const MAX_PRINT_ITEMS = 500
/** The items of one order: as many as one print holds. */
export const MAX_ORDER_ITEMS = 500
/** The lines of one file of orders: a large shop's year, and some hundred slices of it. */
export const MAX_CSV_LINES = 50_000
/** The notice about a longer file, which the page gives before it asks. */
export const CSV_TOO_LONG = `A file holds fewer than ${MAX_CSV_LINES} lines, one for each item. Choose dates, and save each part.`
export const MAX_PRINT_COPIES = 5_000
/** The stamps or sheets of one print that are drawn at the same time. */
export const DRAWN_AT_ONCE = 8
/** The stamps of a light print that one message makes at least, if there are as many. */
export const STAMPS_A_MESSAGE = 4
/** The same at most: those of a print of so many are small, as names are. */
export const MOST_STAMPS_A_MESSAGE = 16
/**
 * The pixels of a light print, those of its sheets and of its stamps together: four usual sheets of 22 × 60
 * in, or the longest one.
 */
export const LIGHT_PRINT_PX = 600_000_000
/** The unprinted items of an account's orders from files: a shared database has to hold them. */
export const MAX_FILE_ITEMS = 100_000
/**
 * The items in all unprinted prints of an account; each print counts as one more. That is about 40 MB
 * of a shared database. Completed prints are paid for and have no limit.
 */
export const MAX_UNPRINTED_ITEMS = 100_000
/** The images in one library; a large shop has a few thousand. */
export const MAX_IMAGES = 50_000
/**
 * The sheets of one print, by the area of its pieces: 5,000 copies of 10 × 12 in on the usual film take
 * 270. The layout searches the remaining pieces for each sheet, so its cost is sheets × copies.
 */
export const MAX_PRINT_SHEETS = 500
/** The times that a print is written for another destination: each takes a job and room a sheet. */
export const MAX_WRITINGS = 10
/** The days that a batch may look ahead: a year. */
export const MAX_SHIP_DAYS = 366
/**
 * The pieces of one account that wait to be drawn: four of the largest prints, a minute or two of the
 * press. They are free.
 */
export const MAX_WAITING_PIECES = 2_000
/**
 * The pieces of one account that are kept drawn at their printed sizes, besides one for each copy that it has printed:
 * ten of the largest prints. They are as large as what is printed, and free.
 */
export const MAX_PRINTED_PIECES = 5_000
/** The checks of ink that an account may have waiting: those of a print of many sizes. Others are asked for by the next look. */
export const MAX_WAITING_INK = 500
/** The mends of one image: each is made of the picture that the one before it has left. */
export const MAX_MENDS = 12
/** The shirt colours of one's own that an account keeps: a row of swatches on a phone. */
export const MAX_OWN_GARMENTS = 12
/** The autopilots of one account: one for each shop, and for each kind of file. */
export const MAX_AUTOPILOTS = 50
/** The orders that one batch looks through, the first to ship first: they fill a print many times. */
export const MAX_BATCH_ORDERS = 5_000
/** The items of those orders: twenty prints of them. */
export const MAX_BATCH_ITEMS = 10_000
/** The copies ticked in one call. A live event carries them, and an event's text is bounded. */
export const MAX_MANIFEST_TICKS = 100
/** The ids in one bulk call. D1 binds at most 100 parameters a statement, so calls run in chunks. */
export const MAX_BULK_IDS = 500
/** The letters of a carrier's name, and of its number for a parcel. */
export const MAX_CARRIER_LENGTH = 60
export const MAX_TRACKING_LENGTH = 100
/** The days after being placed for which printed orders are listed that are not marked as pressed. */
export const MAX_TO_PRESS_DAYS = 60
/** The ids in an address, which has to stay well below 16 KB. */
export const MAX_LISTED_IDS = 100
/** The prints that one call starts or stops: each takes some twenty calls to D1, of a thousand. */
export const MAX_BULK_PRINTS = 20
export const MAX_NAME_LENGTH = 120
export const MAX_EMAIL_LENGTH = 254
export const MAX_PASSWORD_LENGTH = 200
export const MIN_PASSWORD_LENGTH = 6
export const MIN_NAME_LENGTH = 3
export const MAX_PHONE_LENGTH = 15
/** The letters of a buyer's text, as a shop may send it. */
export const MAX_WORDING_LENGTH = 6_000
/** The letters of a buyer's wish for a change of a proof. */
export const MAX_PROOF_TEXT_LENGTH = 1_000
/** The days for which the link to a proof can be answered. */
export const PROOF_DAYS = 30
/** The letters of an admin's reason for a change, in a sentence or two. */
export const MAX_REASON_LENGTH = 200
export const MAX_SEARCH_LENGTH = 100
export const MAX_SIZE_IN = 240
/** The longest roll whose price is taken, in inches. */
export const MAX_ROLL_IN = 1_000_000
/** The narrowest size, in inches. */
export const MIN_SIZE_IN = 0.1
export const DEFAULT_PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 999
/** The rows up to which a long list's total is counted: more are "10,000+". */
export const MAX_COUNTED_ROWS = 10_000
/** The prints and orders up to which the dashboard counts: more are "100,000+". */
export const MAX_COUNTED_FIGURE = 100_000
/** The waiting things of one kind up to which operations counts: more are "1,000+". */
export const MAX_COUNTED_WORK = 1_000
/** The first rows of a longer list that are looked through for what no index finds. */
export const MAX_SEARCHED_ROWS = 5_000
/** The items of a page's orders; it ends before an order that brings more: four of the largest. */
export const MAX_PAGE_ITEMS = 2_000
export const DEFAULT_IMAGE_PAGE_SIZE = 50
/** The addresses for one seller's files: a shop or two for each machine. */
export const MAX_DELIVERY_ADDRESSES = 20
/** The fields of a form that takes files; S3's own signed form has about ten. */
export const MAX_FORM_FIELDS = 30
/** The days that completed sheets are kept after `printedAt`. */
export const RETENTION_DAYS = 7
/** The credits granted once for each mailbox, when its address is verified. */
export const TRIAL_CREDITS = 20
export const PREVIEW_PX = 512
/** The pictures of a print without sheets in a list, those of its first items. */
export const MAX_PRINT_PREVIEWS = 4
/** The days for which the link sent to an account's old address can restore it. */
export const UNDO_DAYS = 7
/** The hours for which the link of a sign-up confirms its address. */
export const VERIFY_LINK_HOURS = 48
/** The mails with that link, in one hour and for one sign-up: one captcha must not send a mailbox hundreds. */
export const MAX_LINKS_AN_HOUR = 5
export const MAX_LINKS_A_SIGN_UP = 12

/** The letters of a pattern that a field is read by. */
export const MAX_PATTERN_LENGTH = 200
export const MAX_SHEET_TEMPLATES = 100
/** The destinations of one account, besides those that come with the app. */
export const MAX_DESTINATIONS = 100
export const MAX_IMAGE_CATEGORIES = 500
/** The sizes of one account; nobody picks from a longer list. */
export const MAX_SIZES = 1_000
/** The largest font file, a part of an upload. Latin fonts take 0.05 to 1 MB. */
export const MAX_FONT_UPLOAD_BYTES = 5 * MIB
/** The files in one upload call: a family with all its weights. */
export const MAX_FONT_FILES = 20
export const MAX_FONTS = 300
/** The largest colour profile of a press: littleCMS holds it up to five times in 25 MiB. Those of large presses have 2 to 3 MB. */
export const MAX_PROFILE_BYTES = 4 * MIB
/** The shops that one account may connect. */
export const MAX_INTEGRATIONS = 20
/** The shops that Etsy lets an app with personal access connect, those of all accounts together. */
export const MAX_PERSONAL_SHOPS = 5
/** The largest file of orders: 10,000 rows of the widest report are about half of it. */
export const MAX_IMPORT_BYTES = 10 * MIB
/** The rows of one file, its header and blank ones left out. */
export const MAX_IMPORT_ROWS = 20_000
/** The fields of one image, and the texts placed on it: a roster's row has two or three. */
export const MAX_FIELDS = 20
export const MAX_LAYERS = 20
/** The times of a day at which one autopilot starts. */
export const MAX_AUTOPILOT_TIMES = 12
/** The days of a report: ten years. */
export const MAX_REPORT_DAYS = 3_660
/** The lines of one paste: more are pasted in parts. */
export const MAX_SKU_LINES = 1_000
/** The files waiting at once. A larger drop is cut, with a notice. */
export const MAX_QUEUED_UPLOADS = 1_000
/** The letters of one value; a buyer's longest dedications have some 150. */
export const MAX_FIELD_VALUE_LENGTH = 200
/** The letters of a question: a shop's has 45; those of files are columns' names, whose rest is left out. */
export const MAX_QUESTION_LENGTH = 255
/** The access tokens of one account: one for each program, and for its tests. */
export const MAX_ACCESS_TOKENS = 50
/** The assistants that may act for one account: a few makers' on several devices. */
export const MAX_ASSISTANTS = 50
/** The days after which an assistant that was not used has to ask again. */
export const ASSISTANT_DAYS = 60
/** The changes of any kind that an account makes in an hour, but for those that have a limit of their own. */
export const MAX_CHANGES_AN_HOUR = 6_000
/** The people of one account, those who are only invited included: a large shop's two shifts. */
export const MAX_MEMBERS = 50
/** The accounts that one person works in: a freelancer's customers. */
export const MAX_WORKPLACES = 50
/** The days for which an invitation's link works. */
export const INVITATION_DAYS = 14
/** The letters of an `Idempotency-Key`, and the days for which it is kept. */
export const MAX_KEY_LENGTH = 255
export const KEY_DAYS = 30
/** The addresses that one job has fetched, each for a minute at most. */
export const MAX_JOB_ADDRESSES = 100
/** The redirects that are followed to such a file: a shortened link, a host's own name, and https. */
export const MAX_REDIRECTS = 5
/** The letters of a caller's own name of a job. */
export const MAX_REFERENCE_LENGTH = 255
/** The jobs of one account that have not ended: a large shop's morning. */
export const MAX_OPEN_JOBS = 1_000
/** The findings in a job's quote, the worst first. */
export const MAX_JOB_FINDINGS = 500
/** The errors that an ended job keeps, the first ones. */
export const MAX_JOB_ERRORS = 100
/** The test prints of one account in a day: they take the press's time and no credits. */
export const MAX_TEST_PRINTS_A_DAY = 100
/** The days for which a job is found after its end. */
export const JOB_DAYS = 90
/** The addresses of one account that are told of events: one for each program. */
export const MAX_EVENT_ENDPOINTS = 10
/** The days for which an event is listed, and the days for which an endpoint that fails is tried. */
export const EVENT_DAYS = 30
export const EVENT_TRY_DAYS = 3
/** The hours for which the secret before the newest one signs as well, and the most that sign together. */
export const OLD_SECRET_HOURS = 24
export const MAX_SIGNING_SECRETS = 5
/** The seconds that a call waits at most for the end of its job. */
export const MAX_WAIT_S = 25
/** The highest limit of credits per day, more than any seller spends. */
export const MAX_CREDITS_PER_DAY = 100_000
/** The repeats in a pattern, which are written out. */
export const MAX_PATTERN_REPEATS = 100
/** The columns of one file; Shopify's own file has about 80. */
export const MAX_IMPORT_COLUMNS = 300
/** The resolutions that sheets are made in. */
export const MIN_DPI = 72
export const MAX_DPI = 600
/** The highest price of a roll, a garment or a parcel. */
export const MAX_PRICE = 1_000_000
/** The largest balance that an admin may set. */
export const MAX_SET_CREDITS = 10_000_000
/** The letters of a pattern for files' names. */
export const MAX_FILE_NAME_LENGTH = 80
/** The letters of an ink's or a line's name in a RIP. */
export const MAX_SPOT_NAME_LENGTH = 60
/** The letters of the address that files go to, and of the value of a field beside them. */
export const MAX_ADDRESS_LENGTH = 1_000
export const MAX_FORM_VALUE_LENGTH = 10_000
/** The letters of a field's name and of its label, and its choices. */
export const MAX_FIELD_NAME_LENGTH = 40
export const MAX_FIELD_LABEL_LENGTH = 60
export const MAX_CHOICES = 100
/** The questions that a rule leaves out; Etsy asks five at most. */
export const MAX_IGNORED_QUESTIONS = 40
/** The order items in one call for suggestions or matches: those that the inbox shows at once. */
export const MAX_MATCHES = 200
/** The keys of one integration. */
export const MAX_INTEGRATION_KEYS = 20
export const RESET_CODE_MINUTES = 15
/** The minutes between two mails: the newest code keeps ten or more, and three are valid at most. */
export const RESET_MAIL_MINUTES = 5
/** The letters that a spreadsheet program's cell holds. */
export const MAX_CELL_LENGTH = 32_767
