DROP INDEX `order_to_ship`;--> statement-breakpoint
ALTER TABLE `order` ADD `step` text GENERATED ALWAYS AS (CASE WHEN is_cancelled = 1 THEN NULL WHEN shipped_at IS NOT NULL THEN 'shipped' WHEN pressed_at IS NOT NULL THEN 'pressed' WHEN status = 'Completed' THEN 'on-film' ELSE 'to-do' END) VIRTUAL;--> statement-breakpoint
ALTER TABLE `order` ADD `turn` integer GENERATED ALWAYS AS (CASE WHEN step IN ('to-do', 'on-film', 'pressed') THEN min(coalesce(ship_by, 5000000000000 + ordered_at), 9999999999999) + CASE step WHEN 'to-do' THEN 0 ELSE 10000000000000 END ELSE 30000000000000 - ordered_at END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `order_step` ON `order` (`user_id`,`step`,`turn`);--> statement-breakpoint
CREATE INDEX `order_turn` ON `order` (`user_id`,`turn`);