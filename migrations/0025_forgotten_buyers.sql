CREATE TABLE `redacted_order` (
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`vendor_order_id` text NOT NULL,
	`number` text,
	`ordered_at` integer,
	`redacted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `type`, `vendor_order_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `redacted_order_number` ON `redacted_order` (`user_id`,`number`) WHERE "redacted_order"."number" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `integration` ADD `former_shop_id` text;--> statement-breakpoint
CREATE INDEX `integration_former_shop` ON `integration` (`type`,`former_shop_id`) WHERE "integration"."former_shop_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `print_item` ADD `buyer_order` text;--> statement-breakpoint
CREATE INDEX `print_item_buyer_order` ON `print_item` (`buyer_order`) WHERE "print_item"."buyer_order" IS NOT NULL;--> statement-breakpoint
UPDATE `print_item` SET `buyer_order` = (SELECT `order`.`vendor_order_id` FROM `order_item` JOIN `order` ON `order`.`id` = `order_item`.`order_id` WHERE `order_item`.`id` = `print_item`.`order_item_id`) WHERE `order_item_id` IS NOT NULL;
