ALTER TABLE `print` ADD `item_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `print` ADD `copies` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `print` SET (`item_count`, `copies`) = (SELECT count(*), coalesce(sum(`quantity`), 0) FROM `print_item` WHERE `print_id` = `print`.`id`);--> statement-breakpoint
CREATE TRIGGER `print_item_added` AFTER INSERT ON `print_item` BEGIN
  UPDATE `print` SET `item_count` = `item_count` + 1, `copies` = `copies` + new.`quantity` WHERE `id` = new.`print_id`;
END;--> statement-breakpoint
CREATE TRIGGER `print_item_changed` AFTER UPDATE OF `quantity` ON `print_item` BEGIN
  UPDATE `print` SET `copies` = `copies` + new.`quantity` - old.`quantity` WHERE `id` = new.`print_id`;
END;--> statement-breakpoint
CREATE TRIGGER `print_item_removed` AFTER DELETE ON `print_item` BEGIN
  UPDATE `print` SET `item_count` = `item_count` - 1, `copies` = `copies` - old.`quantity` WHERE `id` = old.`print_id`;
END;
