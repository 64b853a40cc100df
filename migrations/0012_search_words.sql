-- Indexes of words for searches (worker/data/words.ts). A text begins with three private letters of its account's id;
-- only these statements put it together, since an index without content has to be given the old text to take it out.
ALTER TABLE `order` ADD `words` text GENERATED ALWAYS AS (char(57344 + instr('123456789abcdef', substr(`user_id`, -6, 1)) * 16 + instr('123456789abcdef', substr(`user_id`, -5, 1)), 57344 + instr('123456789abcdef', substr(`user_id`, -4, 1)) * 16 + instr('123456789abcdef', substr(`user_id`, -3, 1)), 57344 + instr('123456789abcdef', substr(`user_id`, -2, 1)) * 16 + instr('123456789abcdef', substr(`user_id`, -1, 1))) || coalesce(`number`, `vendor_order_id`) || char(10) || `buyer_name` || char(10) || coalesce(`archived_words`, '')) VIRTUAL;--> statement-breakpoint
CREATE VIRTUAL TABLE `order_words` USING fts5(`words`, content='', columnsize=0, detail=none, tokenize='trigram');--> statement-breakpoint
CREATE TRIGGER `order_words_added` AFTER INSERT ON `order` BEGIN
  INSERT INTO `order_words` (rowid, `words`) VALUES (new.rowid, new.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `order_words_changed` AFTER UPDATE OF `number`, `vendor_order_id`, `buyer_name`, `archived_words` ON `order` WHEN old.`words` <> new.`words` BEGIN
  INSERT INTO `order_words` (`order_words`, rowid, `words`) VALUES ('delete', old.rowid, old.`words`);
  INSERT INTO `order_words` (rowid, `words`) VALUES (new.rowid, new.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `order_words_removed` AFTER DELETE ON `order` BEGIN
  INSERT INTO `order_words` (`order_words`, rowid, `words`) VALUES ('delete', old.rowid, old.`words`);
END;--> statement-breakpoint
INSERT INTO `order_words` (rowid, `words`) SELECT rowid, `words` FROM `order`;--> statement-breakpoint
ALTER TABLE `order_item` ADD `words` text GENERATED ALWAYS AS (char(57344 + instr('123456789abcdef', substr(`user_id`, -6, 1)) * 16 + instr('123456789abcdef', substr(`user_id`, -5, 1)), 57344 + instr('123456789abcdef', substr(`user_id`, -4, 1)) * 16 + instr('123456789abcdef', substr(`user_id`, -3, 1)), 57344 + instr('123456789abcdef', substr(`user_id`, -2, 1)) * 16 + instr('123456789abcdef', substr(`user_id`, -1, 1))) || `title` || char(10) || `sku` || char(10) || `personalisation` || char(10) || coalesce(`own_personalisation`, '')) VIRTUAL;--> statement-breakpoint
CREATE VIRTUAL TABLE `order_item_words` USING fts5(`words`, content='', columnsize=0, detail=none, tokenize='trigram');--> statement-breakpoint
CREATE TRIGGER `order_item_words_added` AFTER INSERT ON `order_item` BEGIN
  INSERT INTO `order_item_words` (rowid, `words`) VALUES (new.rowid, new.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `order_item_words_changed` AFTER UPDATE OF `title`, `sku`, `personalisation`, `own_personalisation` ON `order_item` WHEN old.`words` <> new.`words` BEGIN
  INSERT INTO `order_item_words` (`order_item_words`, rowid, `words`) VALUES ('delete', old.rowid, old.`words`);
  INSERT INTO `order_item_words` (rowid, `words`) VALUES (new.rowid, new.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `order_item_words_removed` AFTER DELETE ON `order_item` BEGIN
  INSERT INTO `order_item_words` (`order_item_words`, rowid, `words`) VALUES ('delete', old.rowid, old.`words`);
END;--> statement-breakpoint
INSERT INTO `order_item_words` (rowid, `words`) SELECT rowid, `words` FROM `order_item`;--> statement-breakpoint
ALTER TABLE `print` ADD `words` text GENERATED ALWAYS AS (char(57344 + instr('123456789abcdef', substr(`user_id`, -6, 1)) * 16 + instr('123456789abcdef', substr(`user_id`, -5, 1)), 57344 + instr('123456789abcdef', substr(`user_id`, -4, 1)) * 16 + instr('123456789abcdef', substr(`user_id`, -3, 1)), 57344 + instr('123456789abcdef', substr(`user_id`, -2, 1)) * 16 + instr('123456789abcdef', substr(`user_id`, -1, 1))) || `name` || char(10) || `code`) VIRTUAL;--> statement-breakpoint
CREATE VIRTUAL TABLE `print_words` USING fts5(`words`, content='', columnsize=0, detail=none, tokenize='trigram');--> statement-breakpoint
CREATE TRIGGER `print_words_added` AFTER INSERT ON `print` BEGIN
  INSERT INTO `print_words` (rowid, `words`) VALUES (new.rowid, new.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `print_words_changed` AFTER UPDATE OF `name` ON `print` WHEN old.`words` <> new.`words` BEGIN
  INSERT INTO `print_words` (`print_words`, rowid, `words`) VALUES ('delete', old.rowid, old.`words`);
  INSERT INTO `print_words` (rowid, `words`) VALUES (new.rowid, new.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `print_words_removed` AFTER DELETE ON `print` BEGIN
  INSERT INTO `print_words` (`print_words`, rowid, `words`) VALUES ('delete', old.rowid, old.`words`);
END;--> statement-breakpoint
INSERT INTO `print_words` (rowid, `words`) SELECT rowid, `words` FROM `print`;