ALTER TABLE `forgotten_order` ADD `number` text;--> statement-breakpoint
ALTER TABLE `forgotten_order` ADD `ordered_at` integer;