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
      text: ['dotnetServices', 'dotnetPaths'],
      samples: [
        {
          language: 'csharp',
          file: 'Program.cs',
          code: `using Logto.AspNetCore.Authentication;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddRazorPages();
builder.Services.AddLogtoAuthentication(options =>
{
    options.Endpoint = "{{endpoint}}/";
    options.AppId = "{{appId}}";
    options.AppSecret = "{{appSecret}}";
});

var app = builder.Build();
app.UseRouting();
app.UseAuthentication();
app.UseAuthorization();
app.MapRazorPages();
app.Run();`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'signIn',
      text: ['razorHandlers'],
      samples: [
        {
          language: 'csharp',
          file: 'Pages/Index.cshtml.cs',
          code: `using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Mvc.RazorPages;

public class IndexModel : PageModel
{
    public async Task OnPostSignInAsync() =>
        await HttpContext.ChallengeAsync(new AuthenticationProperties { RedirectUri = "/" });

    public async Task OnPostSignOutAsync() =>
        await HttpContext.SignOutAsync(new AuthenticationProperties { RedirectUri = "/" });
}`,
        },
        {
          language: 'razor',
          file: 'Pages/Index.cshtml',
          code: `@page
@model IndexModel

<form method="post">
  @if (User.Identity?.IsAuthenticated == true)
  {
    <p>Hello, @(User.FindFirst("name")?.Value ?? User.FindFirst("sub")?.Value)</p>
    <button type="submit" asp-page-handler="SignOut">Sign out</button>
  }
  else
  {
    <button type="submit" asp-page-handler="SignIn">Sign in</button>
  }
</form>`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['dotnetAuthorize'],
      samples: [
        {
          language: 'csharp',
          file: 'Pages/Account.cshtml.cs',
          code: `using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Mvc.RazorPages;

[Authorize]
public class AccountModel : PageModel;`,
        },
      ],
    },
    {
      title: 'api',
      text: ['dotnetApi'],
      samples: [
        {
          language: 'csharp',
          code: `// In AddLogtoAuthentication: options.Resource = "https://api.example.com";
var token = await HttpContext.GetTokenAsync(LogtoParameters.Tokens.AccessTokenForResource);

using var client = new HttpClient();
client.DefaultRequestHeaders.Authorization = new("Bearer", token);
var orders = await client.GetStringAsync("https://api.example.com/orders");`,
        },
      ],
    },
  ],
};
