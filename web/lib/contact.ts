/** Where people reach us; the footer and the forms show the same. */
export const contactEmail = "hello@sheetsmith.test"
export const contactPhone = "+1 555 0142"
