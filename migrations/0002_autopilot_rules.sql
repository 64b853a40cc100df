ALTER TABLE `user` ADD `autopilot_offer_closed_at` integer;--> statement-breakpoint
ALTER TABLE `autopilot` ADD `is_for_all_stores` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `autopilot` ADD `undated_after_days` integer;