/**
 * 12,000 calls about parcels, of which a few are about zebras. Gulls come up more and more, and in the
 * daytime; owls in one half of the time alone.
 */
export const fill = `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, campaign, has_transcript,
    summary, created_at, status, customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_type, customer_is_confirmed,
    customer_is_phone_number_correct, search_text, phone_digits, accepted_seq, first_seq,
    content_hash, received_at, changed_at, is_incomplete)
  SELECT 'rec-' || n, n % 9, 'CA', 'https://files.example.com/a.mp3',
    (ARRAY['spring', 'autumn', NULL])[1 + n % 3], n % 7 > 0, '',
    '2026-11-20T10:00Z'::timestamptz - interval '1 hour' * n,
    (ARRAY['completed', 'failed', 'escalated'])[1 + CASE WHEN n % 90 = 0 THEN 2 ELSE n % 2 END],
    'cus-' || n % 40, 'Ada', 'Example', '+1 212 555 0100', (ARRAY['female', 'male'])[1 + n % 2],
    CASE WHEN n % 5 = 0 THEN 'partner' END, CASE WHEN n % 60 <> 7 THEN n % 2 = 0 END, n % 5 > 0,
    concat('parcels', CASE WHEN n % 2 = 0 THEN ', посылки' END, CASE WHEN n % 70 = 0 THEN ', zebras' END,
      CASE WHEN chance < (1 - n / 12000.0) * CASE WHEN n % 24 < 12 THEN 0.8 ELSE 0.2 END
        THEN ', gulls' END,
      CASE WHEN n > 6000 AND chance > 0.93 THEN ', owls' END), '12125550100', n, n, ''::bytea,
    now(), '2026-11-20T10:00Z'::timestamptz - interval '1 hour' * (n * 7919 % 12000), n % 30 = 7
  FROM generate_series(1, 12000) AS n,
    LATERAL (SELECT (hashint8extended(n, 7) & 65535) / 65536.0 AS chance) AS drawn`;

/** Most have one mark, some another one too, and a few a rare one, or one of no pattern. */
export const mark = `
  INSERT INTO call_mark SELECT id, 'audio:' || mark, created_at FROM recording,
    unnest(ARRAY['kept', 'waiting', 'gone', 'refused']) AS mark
  WHERE CASE mark WHEN 'kept' THEN accepted_seq % 10 < 9 WHEN 'waiting' THEN accepted_seq % 9 = 1
    WHEN 'gone' THEN accepted_seq % 400 = 5
    ELSE hashint8extended(accepted_seq, 11) & 255 < 8 END`;
