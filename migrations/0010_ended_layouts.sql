ALTER TABLE `sheet` ADD `pieces` integer;--> statement-breakpoint
ALTER TABLE `stamp` ADD `piece` text;