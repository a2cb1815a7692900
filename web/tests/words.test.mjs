// Numbers are told in the words of the program.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, bareChange, bytes, change, count, estimated, estimatedAmount, estimatedChange, plusMinus, portion, share, short } from '../src/base/words.js';
import { grid, tick } from '../src/base/axis.js';

test('counts have thousands separators', () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(count), ['0', '999', '1,000', '1,234,567']);
});

test('bytes have IEC units and three digits', () => {
  const told = [0, 1023, 1024, 10240, 1268777, 2 ** 30, 1024 * 1000, 2 ** 64].map(bytes);
  assert.deepEqual(told, ['0 B', '1023 B', '1.00 KiB', '10.0 KiB', '1.21 MiB', '1.00 GiB', '0.98 MiB', '16.0 EiB']);
});

test('of two equally near decimals the even one is told', () => {
  // 1.125 and 1.375 KiB lie exactly between two hundredths.
  assert.deepEqual([1152, 1408].map(bytes), ['1.12 KiB', '1.38 KiB']);
  assert.deepEqual([0.25, 0.75].map(portion), ['0.2 %', '0.8 %']);
});

test('amounts name what they count', () => {
  assert.deepEqual([amount('objects', 1), amount('objects', 1234), amount('bytes', 512)], ['1 object', '1,234 objects', '512 B']);
});

test('changes have a sign', () => {
  assert.deepEqual([change('objects', 1200), change('bytes', -1024), change('objects', 0)], ['+1,200 objects', '\u22121.00 KiB', 'no change']);
  assert.deepEqual([bareChange('objects', 1), bareChange('bytes', 24)], ['+1', '+24 B']);
});

test('estimates have their errors in two digits, and no digit that these leave open', () => {
  // The numbers of the test of the program.
  assert.deepEqual([estimatedAmount('objects', 12340, 803), estimatedAmount('objects', 1, 0)], ['12,340 \u00b1 810 objects', '1 object']);
  assert.equal(estimated('bytes', 1300000, 81920), '1.24 MiB \u00b1 80.1 KiB');
  assert.equal(estimated('objects', 12345678, 131000), '12,350,000 \u00b1 140,000');
  assert.deepEqual([estimatedChange('objects', -12345, 131), estimatedChange('objects', -5, 1)], ['\u221212,350 \u00b1 140', '\u22125 \u00b1 1']);
  assert.equal(plusMinus('objects', 0), '');
});

test('shares of nothing are not zero percent', () => {
  assert.deepEqual([share(1, 0), share(0, 9), share(1, 3), share(1, 1e6)], ['\u2013', '0.0 %', '33.3 %', '< 0.1 %']);
});

test('narrow places have short numbers', () => {
  assert.deepEqual([short('objects', 99999), short('objects', 1234567), short('bytes', 1024)], ['99,999', '1.2 M', '1.00 KiB']);
});

test('axes have round values from 0 on, bytes in steps of their unit', () => {
  assert.deepEqual(grid(1618032, 4, true), [0, 512 * 1024, 1024 * 1024, 1536 * 1024]);
  assert.deepEqual(grid(1618032, 4, true).map((value) => tick(value, 1618032, true)), ['0', '0.5 MiB', '1 MiB', '1.5 MiB']);
  assert.deepEqual(grid(48894, 5, false), [0, 10000, 20000, 30000, 40000]);
});
