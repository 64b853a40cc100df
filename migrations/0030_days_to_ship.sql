ALTER TABLE `integration` ADD `ships_within_days` integer;--> statement-breakpoint
ALTER TABLE `order` ADD `is_ship_by_ours` integer DEFAULT false NOT NULL;