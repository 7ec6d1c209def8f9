alter table memberships alter listed_at set default listed_hour(now());
drop trigger if exists list_membership on memberships;
-- Cascades to functions that take or return them.
drop type if exists sent_offer, sent_line, differing_line cascade;
drop function if exists
  accept_invitation, act_on, action_json, action_never_given, arrange_room, begin_upload_part, bring_in, bytes_of_person,
  change_action, change_holder, change_password, change_silence, claim_file, complete_sign_in, complete_silence, create_upload,
  decide_lines, delete_message, edit_message, end_one_take_over, end_take_over, entries_after, erase_likes, erase_names, erase_texts,
  erase_uploads, expire_message, find_own_message, fullness_with, hand_over, join_offer, join_rooms, leave_room,
  list_membership, log_decision, log_offers, make_room, offer_content, offer_contents, remove_file, remove_words, set_like,
  set_second_factor, set_take_over, store_messages, store_messages_with_references, store_offers, subscribe_push,
  use_second_factor, waiting_since_of;
