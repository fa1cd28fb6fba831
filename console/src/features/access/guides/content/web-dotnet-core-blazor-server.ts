import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5000/Callback',
  postSignOutUri: 'http://localhost:5000/SignedOutCallback',
  steps: [
    {
      title: 'install',
      text: ['installSdk'],
      samples: [{ language: 'sh', code: 'dotnet add package Logto.AspNetCore.Authentication' }],
    },
    {
      title: 'configure',
      text: ['dotnetServices', 'blazorEndpoints', 'dotnetPaths'],
      samples: [
        {
          language: 'csharp',
          file: 'Program.cs',
          code: `using Logto.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddRazorComponents().AddInteractiveServerComponents();
builder.Services.AddCascadingAuthenticationState();
builder.Services.AddAuthorization();
builder.Services.AddLogtoAuthentication(options =>
{
    options.Endpoint = "{{endpoint}}/";
    options.AppId = "{{appId}}";
    options.AppSecret = "{{appSecret}}";
});

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
app.UseAntiforgery();

app.MapGet("/sign-in", async (HttpContext context) =>
{
    if (context.User.Identity?.IsAuthenticated == true)
    {
        context.Response.Redirect("/");
        return;
    }
    await context.ChallengeAsync(new AuthenticationProperties { RedirectUri = "/" });
});
app.MapGet("/sign-out", async (HttpContext context) =>
    await context.SignOutAsync(new AuthenticationProperties { RedirectUri = "/" }));

app.MapRazorComponents<App>().AddInteractiveServerRenderMode();
app.Run();`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'user',
      text: ['blazorAuthorizeView'],
      samples: [
        {
          language: 'razor',
          file: 'Components/Pages/Home.razor',
          code: `@page "/"
@using Microsoft.AspNetCore.Components.Authorization

<AuthorizeView>
  <Authorized>
    <p>Hello, @(context.User.FindFirst("name")?.Value ?? context.User.FindFirst("sub")?.Value)</p>
    <a href="/sign-out">Sign out</a>
  </Authorized>
  <NotAuthorized>
    <a href="/sign-in">Sign in</a>
  </NotAuthorized>
</AuthorizeView>`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['dotnetAuthorize'],
      samples: [
        {
          language: 'razor',
          file: 'Components/Pages/Account.razor',
          code: `@page "/account"
@using Microsoft.AspNetCore.Authorization
@attribute [Authorize]

<h1>Your account</h1>`,
        },
      ],
    },
    {
      title: 'api',
      text: ['dotnetApi'],
      samples: [
        {
          language: 'csharp',
          file: 'Program.cs',
          code: `// In AddLogtoAuthentication: options.Resource = "https://api.example.com";
app.MapGet("/orders", async (HttpContext context) =>
{
    var token = await context.GetTokenAsync(LogtoParameters.Tokens.AccessTokenForResource);
    using var client = new HttpClient();
    client.DefaultRequestHeaders.Authorization = new("Bearer", token);
    return await client.GetStringAsync("https://api.example.com/orders");
}).RequireAuthorization();`,
        },
      ],
    },
  ],
};
