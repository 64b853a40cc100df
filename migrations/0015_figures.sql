DROP INDEX `attempt_film`;--> statement-breakpoint
ALTER TABLE `attempt` ADD `film_in` real;--> statement-breakpoint
-- A month's film is shown; what was printed before needs none.
UPDATE `attempt` SET `film_in` = (SELECT total(1.0 * `length_px` / `attempt`.`dpi`) FROM `sheet` WHERE `attempt_id` = `attempt`.`id` AND `writing_id` IS NULL) WHERE `state` = 'completed' AND `updated_at` > (unixepoch() - 32 * 86400) * 1000;--> statement-breakpoint
CREATE INDEX `attempt_film` ON `attempt` (`user_id`,`state`,`updated_at`,`film_in`,`utilisation`,`print_id`);--> statement-breakpoint
CREATE INDEX `order_changed` ON `order` (`user_id`,`ordered_at`) WHERE "order"."changes" <> '[]' AND "order"."shipped_at" IS NULL;--> statement-breakpoint
CREATE INDEX `order_item_changed` ON `order_item` (`user_id`,`order_id`) WHERE "order_item"."changes" <> '[]';--> statement-breakpoint
CREATE INDEX `print_remade` ON `print` (`user_id`) WHERE "print"."remake_reason" IS NOT NULL AND "print"."trashed_at" IS NULL;