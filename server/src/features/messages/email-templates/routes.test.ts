import { emailTemplatesApi, type TemplateType, templateTypes } from '@postern/contracts/messages/email-templates';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { chooseEmailTemplate } from './index.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => app.write('default', async (db) => void (await db.deleteFrom('email_templates').execute())));

const template = (
  languageTag: string,
  templateType: TemplateType = 'SignIn',
  subject = `${languageTag} ${templateType}`,
) => ({
  languageTag,
  templateType,
  details: { subject, content: '{{code}}' },
});
const save = (...templates: ReturnType<typeof template>[]) =>
  app.call(emailTemplatesApi.save, { token, body: { templates } });
const list = async (query: Record<string, string> = {}) =>
  (await app.call(emailTemplatesApi.list, { token, query })).body;
const missing = { status: 404, body: { code: 'entity.not_exists_with_id' } };

describe('the built-in message as a template', () => {
  const builtIn = (query: {
    languageTag: string;
    templateType: TemplateType;
    contentType?: 'text/html' | 'text/plain';
  }) => app.call(emailTemplatesApi.builtIn, { token, query });

  test('has the words of the language, and variables for code and application', async () => {
    const { status, body } = await builtIn({ languageTag: 'de-AT', templateType: 'SignIn' });
    expect([status, body.contentType]).toEqual([200, 'text/html']);
    expect(body.subject).toMatch(/^\{\{code\}\} ist .*\{\{application\.name\}\}/);
    expect(body.content).toContain('lang="de"');
    expect(body.content).toContain('>{{code}}<');
    expect(body.content).not.toContain('{{link}}');
  });

  test('has a link for invitations, and can be plain text', async () => {
    const { body } = await builtIn({
      languageTag: 'sv',
      templateType: 'OrganizationInvitation',
      contentType: 'text/plain',
    });
    expect(body.subject).toBe('You are invited to {{application.name}}');
    expect(body.content).toContain('Accept the invitation:\n{{link}}');
    expect(body.content).not.toContain('<');
  });

  test('can be saved as it is for every purpose', async () => {
    for (const templateType of templateTypes) {
      const { body: details } = await builtIn({ languageTag: 'ja', templateType });
      const { status } = await app.call(emailTemplatesApi.save, {
        token,
        body: { templates: [{ languageTag: 'ja', templateType, details }] },
      });
      expect([templateType, status]).toEqual([templateType, 200]);
    }
  });
});

describe('templates', () => {
  test('can be created, replaced and listed', async () => {
    const { status, body } = await save(template('en'), template('de'));
    expect(status).toBe(200);
    expect(body).toMatchObject([
      {
        tenantId: 'default',
        id: expect.stringMatching(/^[\da-z]{21}$/),
        ...template('en'),
        createdAt: expect.any(Number),
      },
      template('de'),
    ]);
    const { body: again } = await save(template('en', 'SignIn', 'New'), template('en', 'Register'));
    expect(again[0]).toMatchObject({ id: body[0]?.id, details: { subject: 'New' } });
    expect((await list()).map(({ details }) => details.subject)).toEqual(['de SignIn', 'en Register', 'New']);
    expect(await list({ languageTag: 'de' })).toHaveLength(1);
    expect(await list({ templateType: 'SignIn' })).toHaveLength(2);
    expect(await list({ languageTag: 'de', templateType: 'Register' })).toEqual([]);
  });

  test('uses the last of two for the same language and purpose in one request', async () => {
    const { status, body } = await save(template('en', 'SignIn', 'One'), template('en', 'SignIn', 'Two'));
    expect([status, body.map(({ details }) => details.subject)]).toEqual([200, ['Two']]);
  });

  test('can be changed partially', async () => {
    const { body } = await save(template('en'));
    const params = { id: body[0]?.id ?? '' };
    const answer = await app.call(emailTemplatesApi.updateDetails, {
      token,
      params,
      body: { contentType: 'text/plain' },
    });
    expect(answer.body.details).toEqual({ subject: 'en SignIn', content: '{{code}}', contentType: 'text/plain' });
    expect((await app.call(emailTemplatesApi.get, { token, params })).body).toEqual(answer.body);
    expect((await app.call(emailTemplatesApi.remove, { token, params })).status).toBe(204);
    expect(await app.call(emailTemplatesApi.get, { token, params })).toMatchObject(missing);
    expect(await app.call(emailTemplatesApi.remove, { token, params })).toMatchObject(missing);
    expect(await app.call(emailTemplatesApi.updateDetails, { token, params, body: {} })).toMatchObject(missing);
  });

  test('can be deleted by language or purpose, and never all by mistake', async () => {
    await save(template('en'), template('de'), template('en', 'Register'));
    const removeMany = (query: Record<string, string>) => app.call(emailTemplatesApi.removeMany, { token, query });
    expect(await removeMany({})).toMatchObject({
      status: 422,
      body: { code: 'connector.email_connector.bulk_deletion_no_filter' },
    });
    expect(await removeMany({ languageTag: 'en', templateType: 'Register' })).toMatchObject({
      status: 200,
      body: { rowCount: 1 },
    });
    expect((await removeMany({ templateType: 'SignIn' })).body).toEqual({ rowCount: 2 });
    expect((await removeMany({ templateType: 'SignIn' })).body).toEqual({ rowCount: 0 });
  });

  test.each<[string, object]>([
    ['none', { templates: [] }],
    ['an unknown purpose', { templates: [{ ...template('en'), templateType: 'Ad' }] }],
    ['no language', { templates: [template('')] }],
    ['a long language', { templates: [template('x'.repeat(17))] }],
    ['two lines in the subject', { templates: [template('en', 'SignIn', 'x\r\nBcc: a@b.c')] }],
    [
      'two lines in the sender',
      { templates: [{ ...template('en'), details: { subject: '', content: '', sendFrom: 'a\nb' } }] },
    ],
    [
      'an unknown kind of content',
      { templates: [{ ...template('en'), details: { subject: '', content: '', contentType: 'x' } }] },
    ],
    ['an unknown key', { templates: [{ ...template('en'), extra: 1 }] }],
    ['too many', { templates: Array.from({ length: 501 }, (_, index) => template(`l${index}`)) }],
  ])('%s are refused', async (_what, body) => {
    expect(await app.call(emailTemplatesApi.save, { token, body: body as never })).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input' },
    });
  });
});

describe('the template of a message', () => {
  const choose = async (tag?: string) => (await chooseEmailTemplate(app.app, 'default', 'SignIn', tag))?.subject;

  test('is in the language of the user, otherwise in the fallback language', async () => {
    expect(await choose('en')).toBeUndefined();
    await save(template('de'), template('pt-BR'), template('en', 'Register'));
    expect(await choose('de')).toBe('de SignIn');
    expect(await choose('de-AT')).toBe('de SignIn');
    expect(await choose('pt-br')).toBe('pt-BR SignIn');
    expect(await choose('en')).toBeUndefined();
    expect(await choose()).toBeUndefined();
    await save(template('en'));
    expect(await choose('fr')).toBe('en SignIn');
    expect(await choose()).toBe('en SignIn');
    expect(await choose("x' or true --")).toBe('en SignIn');
  });

  test('without one for its purpose is the one for any purpose in the fallback language', async () => {
    await save(template('de', 'Generic'), template('pt-BR', 'Register'));
    expect(await choose('de')).toBeUndefined();
    await save(template('en', 'Generic'));
    expect(await choose('de')).toBe('en Generic');
    expect(await choose()).toBe('en Generic');
    await save(template('en'));
    expect(await choose('de')).toBe('en SignIn');
    await save(template('de'));
    expect(await choose('de')).toBe('de SignIn');
  });

  test('is never that of another tenant', async () => {
    await save(template('en'));
    expect(await chooseEmailTemplate(app.app, 'admin', 'SignIn', 'en')).toBeUndefined();
  });
});

test('another tenant sees nothing', async () => {
  const { body } = await save(template('en'));
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const params = { id: body[0]?.id ?? '' };
  expect((await app.call(emailTemplatesApi.list, calls)).body).toEqual([]);
  for (const answer of [
    await app.call(emailTemplatesApi.get, { ...calls, params }),
    await app.call(emailTemplatesApi.updateDetails, { ...calls, params, body: { subject: 'Stolen' } }),
    await app.call(emailTemplatesApi.remove, { ...calls, params }),
  ]) {
    expect(answer).toMatchObject(missing);
  }
  const { body: removed } = await app.call(emailTemplatesApi.removeMany, { ...calls, query: { languageTag: 'en' } });
  expect(removed.rowCount).toBe(0);
  expect(await list()).toHaveLength(1);
});
