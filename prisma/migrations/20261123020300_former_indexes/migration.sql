DROP INDEX "customer_search_text_idx";
DROP INDEX "customer_phone_digits_idx";
DROP INDEX "recording_delivery_payload_idx";
