import { describe, expect, it } from 'vitest';
import { createMessageStore } from './message-store.ts';

const mail = (to: string, subject: string) => ({
  from: 'desk@maple.test',
  to,
  subject,
  text: '',
  html: null,
});

describe('createMessageStore', () => {
  it('lists the newest first', () => {
    const store = createMessageStore();
    store.add(mail('a@maple.test', 'first'));
    store.add(mail('a@maple.test', 'second'));
    expect(store.list().map(({ subject }) => subject)).toEqual(['second', 'first']);
  });

  it('narrows to one whole address, whatever its letter case', () => {
    const store = createMessageStore();
    store.add(mail('Ann@Maple.test', 'hers'));
    store.add(mail('joann@maple.test', 'not hers'));
    expect(store.list('ann@maple.TEST').map(({ subject }) => subject)).toEqual(['hers']);
  });

  it('drops the oldest above its limit', () => {
    const store = createMessageStore(2);
    const oldest = store.add(mail('a@maple.test', '1'));
    store.add(mail('a@maple.test', '2'));
    store.add(mail('a@maple.test', '3'));
    expect(store.list().map(({ subject }) => subject)).toEqual(['3', '2']);
    expect(store.find(oldest.id)).toBeUndefined();
  });
});
