ALTER TABLE `integration` ADD `needs_proof` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `order_item` ADD `proof_token` text;--> statement-breakpoint
ALTER TABLE `order_item` ADD `proof` text;--> statement-breakpoint
CREATE UNIQUE INDEX `order_item_proof` ON `order_item` (`proof_token`) WHERE "order_item"."proof_token" IS NOT NULL;