ALTER TABLE `attempt` ADD `formats` text DEFAULT '["png"]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sheet` ADD `files` text;