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
builder.Services.AddControllersWithViews();
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
app.MapDefaultControllerRoute();
app.Run();`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'signIn',
      text: ['mvcActions'],
      samples: [
        {
          language: 'csharp',
          file: 'Controllers/HomeController.cs',
          code: `using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Mvc;

public class HomeController : Controller
{
    public IActionResult Index() => View();

    public IActionResult SignIn() =>
        Challenge(new AuthenticationProperties { RedirectUri = "/" });

    public new async Task SignOut() =>
        await HttpContext.SignOutAsync(new AuthenticationProperties { RedirectUri = "/" });
}`,
        },
      ],
    },
    {
      title: 'user',
      text: ['dotnetClaims'],
      samples: [
        {
          language: 'razor',
          file: 'Views/Home/Index.cshtml',
          code: `@if (User.Identity?.IsAuthenticated == true)
{
  <p>Hello, @(User.FindFirst("name")?.Value ?? User.FindFirst("sub")?.Value)</p>
  <a asp-controller="Home" asp-action="SignOut">Sign out</a>
}
else
{
  <a asp-controller="Home" asp-action="SignIn">Sign in</a>
}`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['dotnetAuthorize'],
      samples: [
        {
          language: 'csharp',
          file: 'Controllers/AccountController.cs',
          code: `using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Mvc;

[Authorize]
public class AccountController : Controller
{
    public IActionResult Index() => Json(User.Claims.Select(claim => new { claim.Type, claim.Value }));
}`,
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
